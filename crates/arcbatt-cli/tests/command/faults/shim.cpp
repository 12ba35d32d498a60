// Preloaded into the command: counts the changes of files in a folder, and makes one of them fail.
//
// A change is a file or folder created, a write, a change of length, a rename, a sync. Environment:
//   FAULT_FOLDER   the changes to count are those of files in here
//   FAULT_LOG      a line per change: its number, its kind, and the file
//   FAULT_AT       the number of the change that fails, from 1; 0 for none
//   FAULT_ERROR    what it fails with, as a number of errno.h; 0 kills the process in the middle of it
//   FAULT_LASTING  1 if all changes after it fail, too, as on a full disk
// Children of the command are left alone.

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static unsigned at, count;
static int error_number, lasting;

static unsigned number_of(const char *name) {
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, nullptr, 10) : 0;
}

__attribute__((constructor)) static void start() {
    const char *named = getenv("FAULT_FOLDER"), *log = getenv("FAULT_LOG");
    if (!named || !log || strcmp(program_invocation_short_name, "arcbatt") != 0) return;
    // A command that hangs ends with a signal.
    alarm(120);
    snprintf(folder, sizeof folder, "%s/", named);
    folder_length = strlen(folder);
    log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    at = number_of("FAULT_AT");
    error_number = (int)number_of("FAULT_ERROR");
    lasting = (int)number_of("FAULT_LASTING");
}

static bool is_counted(const char *path) {
    if (log_file < 0 || !path || strncmp(path, folder, folder_length - 1) != 0) return false;
    // The folder itself, or what is in it.
    return path[folder_length - 1] == '/' || path[folder_length - 1] == 0;
}

// The path of an open file, if it is in the folder.
static bool path_of(int file, char *path) {
    if (log_file < 0) return false;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return false;
    path[length] = 0;
    return is_counted(path);
}

enum Fate { GOES_ON, FAILS_FIRST, FAILS };

// Counts a change, and says what becomes of it.
static Fate change(const char *kind, const char *path) {
    unsigned own = __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%u %s %s\n", own, kind, path + folder_length - 1);
    syscall(SYS_write, log_file, line, (size_t)length);
    if (at == 0 || own < at || (own > at && !lasting)) return GOES_ON;
    return own == at ? FAILS_FIRST : FAILS;
}

// Ends the process, or sets the error.
static int fail() {
    if (error_number == 0) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    errno = error_number;
    return -1;
}

template <typename F> static F next(const char *name) { return (F)dlsym(RTLD_NEXT, name); }
#define NEXT(name) static auto real = next<decltype(&name)>(#name)

// The first write that fails on a full disk writes a part, as does one that is killed.
template <typename W> static ssize_t write_or_fail(int file, size_t length, W write_some) {
    char path[PATH_MAX];
    if (!path_of(file, path)) return write_some(length);
    Fate fate = change("write", path);
    if (fate == GOES_ON) return write_some(length);
    if (fate == FAILS_FIRST && length > 1 && (lasting || error_number == 0)) {
        ssize_t written = write_some(length / 2);
        if (error_number != 0) return written;
    }
    return fail();
}

extern "C" {

ssize_t write(int file, const void *bytes, size_t length) {
    NEXT(write);
    return write_or_fail(file, length, [=](size_t some) { return real(file, bytes, some); });
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
    NEXT(pwrite);
    return write_or_fail(file, length, [=](size_t some) { return real(file, bytes, some, offset); });
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
    NEXT(pwrite64);
    return write_or_fail(file, length, [=](size_t some) { return real(file, bytes, some, offset); });
}

// Not cut: it fails whole, or not at all.
ssize_t writev(int file, const struct iovec *parts, int parts_count) {
    NEXT(writev);
    char path[PATH_MAX];
    if (path_of(file, path) && change("write", path) != GOES_ON) return fail();
    return real(file, parts, parts_count);
}

int fsync(int file) {
    NEXT(fsync);
    char path[PATH_MAX];
    if (path_of(file, path) && change("sync", path) != GOES_ON) return fail();
    return real(file);
}

int fdatasync(int file) {
    NEXT(fdatasync);
    char path[PATH_MAX];
    if (path_of(file, path) && change("sync", path) != GOES_ON) return fail();
    return real(file);
}

int ftruncate(int file, off_t length) {
    NEXT(ftruncate);
    char path[PATH_MAX];
    if (path_of(file, path) && change("truncate", path) != GOES_ON) return fail();
    return real(file, length);
}

int ftruncate64(int file, off64_t length) {
    NEXT(ftruncate64);
    char path[PATH_MAX];
    if (path_of(file, path) && change("truncate", path) != GOES_ON) return fail();
    return real(file, length);
}

int rename(const char *from, const char *to) {
    NEXT(rename);
    if (is_counted(to) && change("rename", to) != GOES_ON) return fail();
    return real(from, to);
}

int mkdir(const char *path, mode_t mode) {
    NEXT(mkdir);
    if (is_counted(path) && access(path, F_OK) != 0 && change("mkdir", path) != GOES_ON) return fail();
    return real(path, mode);
}

int open(const char *path, int flags, ...) {
    NEXT(open);
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    bool creates = (flags & O_CREAT) && is_counted(path) && access(path, F_OK) != 0;
    if (creates && change("create", path) != GOES_ON) return fail();
    return real(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    NEXT(open64);
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
    va_end(more);
    bool creates = (flags & O_CREAT) && is_counted(path) && access(path, F_OK) != 0;
    if (creates && change("create", path) != GOES_ON) return fail();
    return real(path, flags, mode);
}
}
