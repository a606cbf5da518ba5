// Debian's OpenCV names libGLX.so.0, which pulls in X11, Mesa and LLVM, for windows that this server never opens. The
// package ships this library under that name: whoever asks it for OpenGL is told that there is none. The three
// functions are all that libopencv_core takes of the real one; the build fails where a later OpenCV takes more.
#include <stddef.h>

void *glXGetCurrentContext(void);
void *glXGetCurrentDisplay(void);
void *glXGetProcAddressARB(const unsigned char *name);

void *glXGetCurrentContext(void) { return NULL; }

void *glXGetCurrentDisplay(void) { return NULL; }

void *glXGetProcAddressARB(const unsigned char *name) {
    (void)name;
    return NULL;
}
