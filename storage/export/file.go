package export

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ToFile makes the file path hold what write writes, as a whole or not at all:
// it is written beside path, flushed to the disk and then renamed over it. On
// an error path is as it was. What exists and is no regular file (a pipe,
// /dev/stdout) is written to directly; a symbolic link keeps pointing to its
// target, whose content is replaced.
func ToFile(path string, write func(io.Writer) error) (err error) {
	mode := fs.FileMode(0o666) // less the umask
	switch info, err := os.Stat(path); {
	case err == nil && info.IsDir():
		return fmt.Errorf("write %s: it is a directory: name a file", path)
	case err == nil && !info.Mode().IsRegular():
		return toDevice(path, write)
	case err == nil:
		mode = info.Mode().Perm()
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}

	// Opened by name and not as a temporary file, so that the umask applies.
	part := fmt.Sprintf("%s.%d.part", path, os.Getpid())
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close() // a second Close does no harm
			os.Remove(part)
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(part, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func toDevice(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// syncDir makes a rename survive a power cut. Some systems cannot do this for
// a directory; the file itself is whole there too.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	d.Sync()
	return d.Close()
}
