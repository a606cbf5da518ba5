// What the project uses of the OpenVINO runtime: load a network, run it on one tensor of floats, read its outputs.
// Imported by the module `Vision` alone. No OpenVINO type crosses this header.
//
// A model is read and compiled once, and brought back from what that gave as often as it is to run side by side. A network
// may be shared by all threads. A request may be used by one thread at a time; each caller takes one of its own. Nothing
// given to a function is kept after it returns, but for the bytes of `cneural_network_import`. Inference is always computed
// in 32-bit floats: left to itself the runtime computes in bfloat16 where the processor can, and scores would depend on
// the machine.

#ifndef CNEURAL_H
#define CNEURAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CNEURAL_MAXIMUM_RANK 8

typedef enum cneural_status {
    CNEURAL_OK = 0,
    /// The file cannot be read as a network.
    CNEURAL_UNREADABLE = 1,
    /// A length or shape does not fit: a mistake of the caller.
    CNEURAL_BAD_ARGUMENT = 2,
    /// The runtime refused; what takes a `message` says why in words.
    CNEURAL_FAILED = 3,
} cneural_status;

typedef struct cneural_model cneural_model;
typedef struct cneural_network cneural_network;
typedef struct cneural_request cneural_request;

/// Reads an `.xml` (with its `.bin` beside it), `.onnx` or `.tflite`. On success `*model` is owned by the caller, to be
/// given to `cneural_model_free`; the file is not looked at again. On failure the runtime's words are written to `message`
/// (at most `message_capacity` bytes with the closing 0).
cneural_status cneural_model_open(const char *file, cneural_model **model, char *message, size_t message_capacity);

/// Frees the model. Networks that were compiled from it stay.
void cneural_model_free(cneural_model *model);

/// Compiles the model to run on the thread that calls, one thread at a time for one model. Runs of one network wait for
/// each other: whoever wants several at a time opens as many. On success `*network` is owned by the caller, to be given to
/// `cneural_network_free`; on failure `message` says why, as where it would not compute in 32-bit floats.
cneural_status cneural_network_open(
    const cneural_model *model, cneural_network **network, char *message, size_t message_capacity);

/// The compiled network as bytes of the runtime's own form, which this build of the runtime on this kind of processor
/// brings back. On success `*bytes` is owned by the caller, to be given to `free`.
cneural_status cneural_network_export(const cneural_network *network, uint8_t **bytes, size_t *count);

/// Brings back a network from the bytes of `cneural_network_export`, to run as one that `cneural_network_open` made. It
/// reads its weights where they lie: the bytes must stay as they are until it is freed. The runtime trusts them: give it
/// none that somebody else may have written.
cneural_status cneural_network_import(
    const uint8_t *bytes, size_t count, cneural_network **network, char *message, size_t message_capacity);

/// Frees the network. All its requests must be freed before.
void cneural_network_free(cneural_network *network);

/// How many inputs and outputs the network has.
size_t cneural_network_input_count(const cneural_network *network);
size_t cneural_network_output_count(const cneural_network *network);

/// A request of the caller's own, to be given to `cneural_request_free`.
cneural_status cneural_request_open(const cneural_network *network, cneural_request **request);
void cneural_request_free(cneural_request *request);

/// Makes room for an input of this shape and says where to write it: `*values` takes `*count` floats and is valid until
/// the next call with this request. Networks with open dimensions take any shape that fits them.
cneural_status cneural_request_prepare(
    cneural_request *request, const int64_t *shape, size_t rank, float **values, size_t *count);

/// Runs the network on what was written where `cneural_request_prepare` said. Blocks.
cneural_status cneural_request_run(cneural_request *request);

/// Shape of an output of the last run: `shape` takes CNEURAL_MAXIMUM_RANK numbers.
cneural_status cneural_request_output_shape(
    cneural_request *request, size_t index, int64_t *shape, size_t *rank, size_t *count);

/// Copies an output of the last run; `count` must be its number of elements.
cneural_status cneural_request_copy_output(cneural_request *request, size_t index, float *values, size_t count);

/// The runtime's version in words; valid for the life of the process.
const char *cneural_runtime_version(void);

#ifdef __cplusplus
}
#endif

#endif
