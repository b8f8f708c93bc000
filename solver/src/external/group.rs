//! The group of a process: the process and those that it started. Groups are Unix's; on other systems a group is the process alone.

#[cfg(not(unix))]
pub(super) use alone::{Warden, has_ended, isolate, kill, memory};
#[cfg(unix)]
pub(super) use unix::{Warden, has_ended, isolate, kill, memory};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::process::CommandExt as _;
    use std::process::{Child, Command, Stdio};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, getpgid, kill_process_group, waitid};

    use crate::control::resident_memory;

    /// Gives a process that is to be started a group of its own and, on Linux, has the process killed if tumble dies.
    pub(in crate::external) fn isolate(command: &mut Command) {
        command.process_group(0);
        #[cfg(target_os = "linux")]
        {
            // The signal comes when the thread that started the process ends: that is the one that watches it.
            let die_with_parent = || Ok(rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?);
            // SAFETY: between fork and exec the closure makes one system call, and neither allocates nor takes a lock.
            unsafe { command.pre_exec(die_with_parent) };
        }
    }

    /// Whether a process has ended, whose status was not asked for yet. Then the rest of its group is killed.
    pub(in crate::external) fn has_ended(child: &mut Child) -> io::Result<bool> {
        // The process is left in the system's table until its group is killed: until then no other group can have its number.
        let left = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let has_ended = waitid(WaitId::Pid(Pid::from_child(child)), left)?.is_some();
        if has_ended {
            kill_group(child);
        }
        Ok(has_ended)
    }

    /// Kills a group. Errors mean that nothing of the group runs.
    pub(in crate::external) fn kill(child: &mut Child) {
        kill_group(child);
        let _ = child.kill();
    }

    /// The resident memory of a group in bytes, where the system reports it. A wrapper solves in a process of its own.
    pub(in crate::external) fn memory(child: &Child) -> Option<u64> {
        let group = Pid::from_child(child);
        let processes = std::fs::read_dir("/proc").ok()?.flatten();
        let numbers = processes.filter_map(|process| process.file_name().to_str()?.parse::<i32>().ok());
        let members = numbers.filter_map(Pid::from_raw).filter(|&process| getpgid(Some(process)) == Ok(group));
        // A process may end while it is looked at.
        members
            .filter_map(|process| resident_memory(process.as_raw_nonzero().get().cast_unsigned()))
            .reduce(u64::saturating_add)
    }

    /// A process that kills a group when tumble dies, whatever ends tumble: the system itself would only tell the first process of the group.
    #[derive(Debug)]
    pub(in crate::external) struct Warden(Option<Child>);

    impl Warden {
        /// The warden of the group of a process. Without one the group is killed as long as tumble lives.
        pub fn of(child: &Child) -> Self {
            let mut command = Command::new("/bin/sh");
            // The input ends when this process does: nothing is ever written to it.
            command.args(["-c", "read -r _; kill -s KILL -- \"-$0\"", &child.id().to_string()]);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            Self(command.current_dir("/").process_group(0).spawn().ok())
        }
    }

    impl Drop for Warden {
        fn drop(&mut self) {
            if let Some(warden) = &mut self.0 {
                // Before its input ends.
                let _ = warden.kill();
                let _ = warden.wait();
            }
        }
    }

    fn kill_group(child: &Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
}

#[cfg(not(unix))]
mod alone {
    use std::io;
    use std::process::{Child, Command};

    pub(in crate::external) const fn isolate(_: &mut Command) {}

    #[derive(Debug)]
    pub(in crate::external) struct Warden;

    impl Warden {
        pub const fn of(_: &Child) -> Self {
            Self
        }
    }

    pub(in crate::external) fn has_ended(child: &mut Child) -> io::Result<bool> {
        Ok(child.try_wait()?.is_some())
    }

    pub(in crate::external) fn memory(child: &Child) -> Option<u64> {
        crate::control::resident_memory(child.id())
    }

    pub(in crate::external) fn kill(child: &mut Child) {
        let _ = child.kill();
    }
}
