//! CBC's log, which the C library writes to standard output.

/// While this value lives, everything written to standard output goes to standard error: the only way to keep CBC's log out of
/// the answer.
pub(super) struct LogToStandardError(std::os::fd::OwnedFd);

impl LogToStandardError {
    pub(super) fn begin() -> Option<Self> {
        let saved = rustix::io::dup(rustix::stdio::stdout()).ok()?;
        rustix::stdio::dup2_stdout(rustix::stdio::stderr()).ok()?;
        Some(Self(saved))
    }
}

impl Drop for LogToStandardError {
    fn drop(&mut self) {
        // SAFETY: fflush(NULL) flushes the C library's open streams, CBC's last lines among them.
        unsafe { libc::fflush(std::ptr::null_mut()) };
        // A failure leaves the log where it was: on standard error.
        let _ = rustix::stdio::dup2_stdout(&self.0);
    }
}
