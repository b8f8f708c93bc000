"""Runs of programs: signals at given times, what they print, their peak memory, and what they leave running."""

import os
import resource
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

POLL = 0.004
# How often it is looked whether what a program started has ended, too.
LOOKS = 100


@dataclass
class Ran:
    """How a run went."""

    command: list
    code: int  # negative: the signal that ended it
    stdout: str
    stderr: str
    seconds: float
    lag: float  # of these seconds, those that it waited for a core
    peak: int | None  # bytes of the largest process; None: not known
    is_hung: bool  # it was killed at its deadline
    left: list  # processes that it left running
    signalled: float | None = None  # seconds after the start
    waited: float | None = None  # seconds that it could have been stopped before it was

    @property
    def text(self):
        """What it printed, for messages."""
        return (self.stderr.strip() or self.stdout.strip())[-600:]


def of_session(session):
    """The processes of a session: a process that starts others is in one with them, whatever their groups."""
    found = []
    # A process may end while its folder is looked for.
    for path in [Path("/proc", name, "stat") for name in os.listdir("/proc") if name.isdecimal()]:
        try:
            state, _, _, its_session = path.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(its_session) == session and state != "Z":
            found.append(int(path.parent.name))
    return found


def send(pid, kind):
    """Send SIGINT or SIGTERM to a process, to its group, or to both at once, as the program timeout does."""
    name, _, to = kind.partition(" ")
    number = getattr(signal, name)
    if to in ("", "both"):
        os.kill(pid, number)
    if to in ("group", "both"):
        os.killpg(pid, number)


def catches(pid, kind):
    """Tell whether a process has a handler of a signal: before it has, the signal ends it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    caught = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> getattr(signal, kind.split()[0]) - 1 & 1)


def delayed(pid):
    """Give the seconds that a process was ready to run, but another one had the core."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def run(command, folder, deadline, stop=None):
    """Run a command in a folder to its end or its deadline; `stop`, (seconds, kind), is sent when it can be."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.monotonic()
        files = {"stdin": subprocess.DEVNULL, "stdout": out, "stderr": err}
        child = subprocess.Popen(command, cwd=folder, start_new_session=True, **files)
        status, usage, ready, signalled, is_hung, lag = None, None, None, None, False, 0.0
        while status is None:
            ended, code, usage = os.wait4(child.pid, os.WNOHANG)
            elapsed = time.monotonic() - started
            if ended:
                status = os.waitstatus_to_exitcode(code)
            elif elapsed > deadline + lag and not is_hung:
                is_hung = True
                _kill(child.pid)
            elif stop and ready is None and catches(child.pid, stop[1]):
                ready = elapsed
            elif ready is not None and signalled is None and elapsed >= ready + stop[0]:
                signalled = elapsed
                send(child.pid, stop[1])
            else:
                lag = max(lag, delayed(child.pid))
                time.sleep(POLL)
        child.returncode = status
        seconds = time.monotonic() - started
        left = _left(child.pid)
        out.seek(0)
        err.seek(0)
        texts = [file.read().decode(errors="replace") for file in (out, err)]
    # Until it starts its program, a process shows the memory of the one that made it.
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak = usage.ru_maxrss * 1024 if usage.ru_maxrss > own else None
    waited = None if signalled is None else signalled - ready
    return Ran(list(map(str, command)), status, *texts, seconds, lag, peak, is_hung, left, signalled, waited)


def _left(session):
    """What is still running a while after a run; it is then killed."""
    for _ in range(LOOKS):
        left = of_session(session)
        if not left:
            return []
        time.sleep(0.02)
    names = [name for pid in left if (name := _name(pid))]
    _kill(session)
    return names


def _name(pid):
    try:
        return f"{pid} {Path(f'/proc/{pid}/comm').read_text().strip()}"
    except OSError:
        return None


def _kill(session):
    """End all processes of a session of our own."""
    for pid in of_session(session):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
