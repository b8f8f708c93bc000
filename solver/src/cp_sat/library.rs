//! CP-SAT's shared library, through the C API that it exports (`ortools/sat/c_api/cp_solver_c.h`): messages go in and out as the bytes of
//! protocol buffers.
//!
//! * Bytes that are no message abort the process, so only what [`prost`] wrote is passed.
//! * The response is allocated by C's `malloc`, and freed by `free`.
//! * The API has no callbacks: solutions and bounds are known at the end of a run, and before only from the log.
//! * There is no C function for the version, but C++ functions without arguments that return an `int`, which C calls alike.
//! * The library is never closed: it keeps threads and exit handlers.

use std::ffi::{c_int, c_void};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::ptr::NonNull;

use prost::Message as _;

use tumble_formats::cp_sat::{CpModelProto, CpSolverResponse};

type NewEnvironment = unsafe extern "C" fn() -> *mut c_void;
type OfEnvironment = unsafe extern "C" fn(*mut c_void);
type Solve = unsafe extern "C" fn(
    environment: *mut c_void,
    model: *const c_void,
    model_length: c_int,
    parameters: *const c_void,
    parameters_length: c_int,
    response: *mut *mut c_void,
    response_length: *mut c_int,
);
type Number = unsafe extern "C" fn() -> c_int;

/// The functions of the version's three numbers, as C++ names them: `operations_research::OrToolsMajorVersion()` and so on.
const VERSION: [&str; 3] = [
    "_ZN19operations_research19OrToolsMajorVersionEv",
    "_ZN19operations_research19OrToolsMinorVersionEv",
    "_ZN19operations_research19OrToolsPatchVersionEv",
];

/// The library, open.
#[derive(Debug)]
pub(super) struct Library {
    new_environment: NewEnvironment,
    destroy_environment: OfEnvironment,
    stop: OfEnvironment,
    solve: Solve,
    version: String,
}

impl Library {
    /// Opens the library.
    ///
    /// # Errors
    /// Why not, in words: the loader's, or that a function is missing, as in old versions.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        // SAFETY: loading runs the initialisers of the file that the user named or installed, and of the libraries beside it. Their
        // symbols stay local, so they do not mix with those of other solvers.
        let library = unsafe { libloading::Library::new(path) };
        let library = ManuallyDrop::new(library.map_err(|error| error.to_string())?);
        // SAFETY: the types are those of the declarations in the header, and of the functions of the version; the library stays
        // open, so the functions stay valid.
        unsafe {
            let mut numbers = Vec::new();
            for name in VERSION {
                numbers.push(function::<Number>(&library, name)?().to_string());
            }
            Ok(Self {
                new_environment: function(&library, "SolveCpNewEnv")?,
                destroy_environment: function(&library, "SolveCpDestroyEnv")?,
                stop: function(&library, "SolveCpStopSearch")?,
                solve: function(&library, "SolveCpInterruptible")?,
                version: numbers.join("."),
            })
        }
    }

    /// Its version: `9.15.6755`.
    pub(super) fn version(&self) -> &str {
        &self.version
    }
}

/// A function of the library.
///
/// # Safety
/// `F` is the function's type, and the library stays open as long as the function is used.
unsafe fn function<F: Copy>(library: &libloading::Library, name: &str) -> Result<F, String> {
    // SAFETY: see above.
    let symbol = unsafe { library.get::<F>(name) };
    symbol.map(|symbol| *symbol).map_err(|_| format!("it has no function {name}"))
}

/// One run of the solver, which another thread may stop.
pub(super) struct Run<'a> {
    library: &'a Library,
    environment: NonNull<c_void>,
}

// SAFETY: other threads only call `stop`, which sets a flag under a lock.
unsafe impl Sync for Run<'_> {}

impl<'a> Run<'a> {
    pub(super) fn new(library: &'a Library) -> Result<Self, &'static str> {
        // SAFETY: the function has no preconditions.
        let environment = NonNull::new(unsafe { (library.new_environment)() });
        Ok(Self { library, environment: environment.ok_or("it gives no environment")? })
    }

    /// Solves a model with the parameters in `parameters`, the bytes of a `SatParameters`. Once per run.
    ///
    /// # Errors
    /// When a message is longer than the API can say, 2 GiB, or the library gives no response.
    pub(super) fn solve(&self, model: &CpModelProto, parameters: &[u8]) -> Result<CpSolverResponse, &'static str> {
        let model = model.encode_to_vec();
        let length = |bytes: &[u8]| c_int::try_from(bytes.len()).map_err(|_| "the model takes more than 2 GiB");
        let (model_length, parameters_length) = (length(&model)?, length(parameters)?);
        let (mut start, mut response_length) = (std::ptr::null_mut(), 0);
        // SAFETY: the environment is alive and serves one run; the pointers are to bytes of these lengths, which outlive the call; the
        // two results are written to.
        unsafe {
            let (model, parameters) = (model.as_ptr().cast(), parameters.as_ptr().cast());
            let environment = self.environment.as_ptr();
            (self.library.solve)(
                environment,
                model,
                model_length,
                parameters,
                parameters_length,
                &raw mut start,
                &raw mut response_length,
            );
        }
        let response = Buffer { start: NonNull::new(start).ok_or("it gives no response")? };
        // SAFETY: the library allocated this many bytes there and wrote all of them.
        let bytes = unsafe {
            std::slice::from_raw_parts(response.start.as_ptr().cast(), usize::try_from(response_length).unwrap_or(0))
        };
        CpSolverResponse::decode(bytes).map_err(|_| "its response is not understood")
    }

    /// Makes the run return soon with its best solution so far, now or as soon as it begins. From any thread.
    pub(super) fn stop(&self) {
        // SAFETY: the environment is alive; the call sets a flag under a lock.
        unsafe { (self.library.stop)(self.environment.as_ptr()) };
    }
}

impl Drop for Run<'_> {
    fn drop(&mut self) {
        // SAFETY: the environment is alive, and the borrows of a run that is under way or being stopped are over.
        unsafe { (self.library.destroy_environment)(self.environment.as_ptr()) };
    }
}

/// Memory that the library allocated.
struct Buffer {
    start: NonNull<c_void>,
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the library allocates responses by C's `malloc`, and leaves them to the caller.
        unsafe { libc::free(self.start.as_ptr()) };
    }
}
