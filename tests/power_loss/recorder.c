/* Records what a process does to the files of one folder, and what it tells others.

   Preloaded into the process (LD_PRELOAD). KOSTKA_RECORD_FOLDER is the folder, KOSTKA_RECORD_JOURNAL
   the file that records are appended to; recording.py reads it. One lock is held during each call
   and its record, so the journal has the true order of all threads. Nothing is really synced: the
   journal says what would have been. Memory maps are not recorded; recording.py compares the
   folder with the journal in the end, so nothing else can be missed without notice. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATE = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MAKE_FOLDER, SAY };

struct head {
  uint32_t kind, length;
  int64_t node, number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static size_t folder_length;
static int journal = -1;

/* The function of the C library behind one of ours. */
#define REAL(name) ((__typeof__(&name))find_real(#name))

static void *find_real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void) {
  const char *path = getenv("KOSTKA_RECORD_JOURNAL");
  folder = getenv("KOSTKA_RECORD_FOLDER");
  if (!path || !folder)
    return;
  folder_length = strlen(folder);
  journal = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (journal < 0) {
    perror(path);
    _exit(125);
  }
}

static void record(enum kind kind, int64_t node, int64_t number, const void *data, size_t length) {
  struct head head = {kind, (uint32_t)length, node, number};
  struct iovec parts[2] = {{&head, sizeof head}, {(void *)data, length}};
  ssize_t expected = (ssize_t)(sizeof head + length);
  if (REAL(writev)(journal, parts, 2) != expected) {
    perror("the journal of writes");
    _exit(125);
  }
}

static int is_inside(const char *path) {
  return journal >= 0 && !strncmp(path, folder, folder_length) &&
         (path[folder_length] == '/' || !path[folder_length]);
}

/* Makes a path absolute, without looking at links. Returns whether it is in the folder. */
static int find_path(int at, const char *path, char *found) {
  char base[PATH_MAX] = "";
  if (journal < 0)
    return 0;
  if (*path != '/') {
    char link[64];
    snprintf(link, sizeof link, at == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, base, sizeof base - 1);
    base[length < 0 ? 0 : length] = 0;
    strncat(base, "/", sizeof base - strlen(base) - 1);
  }
  snprintf(found, PATH_MAX, "%s%s", base, path);
  return is_inside(found);
}

/* Returns the inode of an open file or folder inside the folder, or 0. */
static int64_t find_node(int fd) {
  struct stat status;
  char link[64], path[PATH_MAX];
  if (journal < 0 || fstat(fd, &status) || !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)))
    return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0)
    return 0;
  path[length] = 0;
  return is_inside(path) ? (int64_t)status.st_ino : 0;
}

static int speaks(int fd) {
  struct stat status;
  return journal >= 0 && (fd == STDOUT_FILENO || (!fstat(fd, &status) && S_ISSOCK(status.st_mode)));
}

/* --- names ---------------------------------------------------------------------------------- */

static int open_recorded(int at, const char *path, int flags, mode_t mode) {
  char found[PATH_MAX];
  struct stat status;
  if (!(flags & (O_CREAT | O_TRUNC)) || !find_path(at, path, found))
    return REAL(openat)(at, path, flags, mode);
  pthread_mutex_lock(&lock);
  int is_new = stat(found, &status) != 0;
  int fd = REAL(openat)(at, path, flags, mode), error = errno;
  if (fd >= 0 && !fstat(fd, &status)) {
    if (is_new)
      record(CREATE, (int64_t)status.st_ino, 0, found, strlen(found));
    else if (flags & O_TRUNC)
      record(TRUNCATE, (int64_t)status.st_ino, 0, "", 0);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return fd;
}

static mode_t read_mode(int flags, va_list rest) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0;
}

#define DEFINE_OPEN(name)                                      \
  int name(const char *path, int flags, ...) {                 \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    mode_t mode = read_mode(flags, rest);                      \
    va_end(rest);                                              \
    return open_recorded(AT_FDCWD, path, flags, mode);         \
  }
DEFINE_OPEN(open)
DEFINE_OPEN(open64)

#define DEFINE_OPENAT(name)                                    \
  int name(int at, const char *path, int flags, ...) {         \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    mode_t mode = read_mode(flags, rest);                      \
    va_end(rest);                                              \
    return open_recorded(at, path, flags, mode);               \
  }
DEFINE_OPENAT(openat)
DEFINE_OPENAT(openat64)

int renameat(int old_at, const char *old, int new_at, const char *new) {
  char names[2 * PATH_MAX], found[PATH_MAX];
  int from = find_path(old_at, old, names), to = find_path(new_at, new, found);
  pthread_mutex_lock(&lock);
  int failed = REAL(renameat)(old_at, old, new_at, new), error = errno;
  if (!failed && (from || to)) {
    size_t length = strlen(names);
    memcpy(names + length + 1, found, strlen(found));
    record(RENAME, 0, 0, names, length + 1 + strlen(found));
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return failed;
}

int rename(const char *old, const char *new) { return renameat(AT_FDCWD, old, AT_FDCWD, new); }

int unlinkat(int at, const char *path, int flags) {
  char found[PATH_MAX];
  int inside = find_path(at, path, found);
  pthread_mutex_lock(&lock);
  int failed = REAL(unlinkat)(at, path, flags), error = errno;
  if (!failed && inside)
    record(UNLINK, 0, 0, found, strlen(found));
  pthread_mutex_unlock(&lock);
  errno = error;
  return failed;
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }

int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int at, const char *path, mode_t mode) {
  char found[PATH_MAX];
  struct stat status;
  int inside = find_path(at, path, found);
  pthread_mutex_lock(&lock);
  int failed = REAL(mkdirat)(at, path, mode), error = errno;
  if (!failed && inside && !stat(found, &status))
    record(MAKE_FOLDER, (int64_t)status.st_ino, 0, found, strlen(found));
  pthread_mutex_unlock(&lock);
  errno = error;
  return failed;
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

/* --- contents ------------------------------------------------------------------------------- */

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  int64_t node = find_node(fd);
  if (!node)
    return REAL(pwrite64)(fd, data, length, offset);
  pthread_mutex_lock(&lock);
  ssize_t count = REAL(pwrite64)(fd, data, length, offset);
  int error = errno;
  if (count > 0)
    record(WRITE, node, offset, data, (size_t)count);
  pthread_mutex_unlock(&lock);
  errno = error;
  return count;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) {
  return pwrite64(fd, data, length, offset);
}

/* Only what is written to the folder, or said, holds the lock: other writes may wait for long. */
ssize_t write(int fd, const void *data, size_t length) {
  int64_t node = find_node(fd);
  if (!node && !speaks(fd))
    return REAL(write)(fd, data, length);
  pthread_mutex_lock(&lock);
  ssize_t count = REAL(write)(fd, data, length);
  int error = errno;
  if (count > 0) {
    if (node)
      record(WRITE, node, lseek(fd, 0, SEEK_CUR) - count, data, (size_t)count);
    else
      record(SAY, fd, 0, data, (size_t)count);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return count;
}

ssize_t writev(int fd, const struct iovec *parts, int parts_count) {
  size_t length = 0;
  for (int n = 0; n < parts_count; n++)
    length += parts[n].iov_len;
  if (!find_node(fd) && !speaks(fd))
    return REAL(writev)(fd, parts, parts_count);
  char *data = malloc(length + 1), *end = data;
  if (!data)
    _exit(125);
  for (int n = 0; n < parts_count; n++) {
    memcpy(end, parts[n].iov_base, parts[n].iov_len);
    end += parts[n].iov_len;
  }
  ssize_t count = write(fd, data, length);
  int error = errno;
  free(data);
  errno = error;
  return count;
}

ssize_t send(int fd, const void *data, size_t length, int flags) {
  if (!speaks(fd))
    return REAL(send)(fd, data, length, flags);
  pthread_mutex_lock(&lock);
  ssize_t count = REAL(send)(fd, data, length, flags);
  int error = errno;
  if (count > 0)
    record(SAY, fd, 0, data, (size_t)count);
  pthread_mutex_unlock(&lock);
  errno = error;
  return count;
}

int ftruncate64(int fd, off64_t length) {
  int64_t node = find_node(fd);
  pthread_mutex_lock(&lock);
  int failed = REAL(ftruncate64)(fd, length), error = errno;
  if (node && !failed)
    record(TRUNCATE, node, length, "", 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return failed;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int fsync(int fd) {
  int64_t node = find_node(fd);
  if (!node)
    return REAL(fsync)(fd);
  pthread_mutex_lock(&lock);
  record(SYNC, node, 0, "", 0);
  pthread_mutex_unlock(&lock);
  return 0;
}

int fdatasync(int fd) { return fsync(fd); }
