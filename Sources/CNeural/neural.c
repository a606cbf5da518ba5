#define _GNU_SOURCE
#include "CNeural.h"

#include <openvino/c/openvino.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct cneural_model {
    ov_model_t *model;
};

struct cneural_network {
    ov_compiled_model_t *compiled;
    size_t input_count;
    size_t output_count;
};

struct cneural_request {
    ov_infer_request_t *request;
    /// The tensor that the next run reads, of the shape below; made anew when the shape changes, because a tensor that
    /// belongs to a request cannot grow.
    ov_tensor_t *input;
    int64_t shape[CNEURAL_MAXIMUM_RANK];
    size_t rank;
    size_t output_count;
};

// One core for the process: it holds the loaded plugins and is safe to share (OpenVINO, "Core" class documentation).
static ov_core_t *shared_core = NULL;
static pthread_once_t core_once = PTHREAD_ONCE_INIT;

static const char *const precision = "f32";

static void open_core(void) {
    ov_core_t *core = NULL;
    if (ov_core_create(&core) != OK) return;
    // What was read stays what it was, whatever becomes of the file.
    const ov_property_t reading[] = {{"ENABLE_MMAP", "NO"}};
    // One stream of one thread runs on the thread that calls. With more streams each run is handed to a thread of the
    // runtime's and back, and threads pinned to cores wait there for whatever else runs on them.
    const ov_property_t computing[] = {
        {"INFERENCE_PRECISION_HINT", precision},
        {"NUM_STREAMS", "1"},
        {"INFERENCE_NUM_THREADS", "1"},
        {"ENABLE_CPU_PINNING", "NO"},
    };
    if (ov_core_set_properties(core, NULL, sizeof reading / sizeof reading[0], reading) == OK &&
        ov_core_set_properties(core, "CPU", sizeof computing / sizeof computing[0], computing) == OK) {
        shared_core = core;
    } else {
        ov_core_free(core);
    }
}

static void say(char *message, size_t capacity, const char *words) {
    if (message != NULL && capacity > 0) snprintf(message, capacity, "%s", words == NULL ? "" : words);
}

static int core_is_open(char *message, size_t message_capacity) {
    pthread_once(&core_once, open_core);
    if (shared_core == NULL) say(message, message_capacity, "the OpenVINO runtime did not start");
    return shared_core != NULL;
}

cneural_status cneural_model_open(const char *file, cneural_model **model, char *message, size_t message_capacity) {
    if (file == NULL || model == NULL) return CNEURAL_BAD_ARGUMENT;
    say(message, message_capacity, "");
    if (!core_is_open(message, message_capacity)) return CNEURAL_FAILED;
    cneural_model *opened = calloc(1, sizeof *opened);
    if (opened == NULL) return CNEURAL_FAILED;
    if (ov_core_read_model(shared_core, file, NULL, &opened->model) != OK) {
        say(message, message_capacity, ov_get_last_err_msg());
        free(opened);
        return CNEURAL_UNREADABLE;
    }
    *model = opened;
    return CNEURAL_OK;
}

void cneural_model_free(cneural_model *model) {
    if (model == NULL) return;
    ov_model_free(model->model);
    free(model);
}

static int computes_in_floats(const ov_compiled_model_t *compiled) {
    char *stated = NULL;
    if (ov_compiled_model_get_property(compiled, "INFERENCE_PRECISION_HINT", &stated) != OK) return 0;
    const int is_precision = strcmp(stated, precision) == 0;
    ov_free(stated);
    return is_precision;
}

/// The network around `compiled`, which it takes over, also where it fails.
static cneural_status network_of(
    ov_compiled_model_t *compiled, cneural_network **network, char *message, size_t message_capacity) {
    cneural_network *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        ov_compiled_model_free(compiled);
        return CNEURAL_FAILED;
    }
    opened->compiled = compiled;
    if (ov_compiled_model_inputs_size(compiled, &opened->input_count) != OK ||
        ov_compiled_model_outputs_size(compiled, &opened->output_count) != OK) {
        say(message, message_capacity, ov_get_last_err_msg());
        cneural_network_free(opened);
        return CNEURAL_FAILED;
    }
    if (!computes_in_floats(compiled)) {
        say(message, message_capacity, "the network would not compute in 32-bit floats");
        cneural_network_free(opened);
        return CNEURAL_FAILED;
    }
    *network = opened;
    return CNEURAL_OK;
}

cneural_status cneural_network_open(
    const cneural_model *model, cneural_network **network, char *message, size_t message_capacity) {
    if (model == NULL || network == NULL) return CNEURAL_BAD_ARGUMENT;
    say(message, message_capacity, "");
    ov_compiled_model_t *compiled = NULL;
    if (ov_core_compile_model_props(shared_core, model->model, "CPU", 0, NULL, &compiled) != OK) {
        say(message, message_capacity, ov_get_last_err_msg());
        return CNEURAL_FAILED;
    }
    return network_of(compiled, network, message, message_capacity);
}

/// All bytes of the file, in memory of the caller's.
static cneural_status bytes_of(int file, uint8_t **bytes, size_t *count) {
    struct stat status;
    if (fstat(file, &status) != 0 || status.st_size <= 0) return CNEURAL_FAILED;
    const size_t size = (size_t)status.st_size;
    uint8_t *read = malloc(size);
    if (read == NULL) return CNEURAL_FAILED;
    size_t filled = 0;
    while (filled < size) {
        const ssize_t more = pread(file, read + filled, size - filled, (off_t)filled);
        if (more <= 0) {
            free(read);
            return CNEURAL_FAILED;
        }
        filled += (size_t)more;
    }
    *bytes = read;
    *count = size;
    return CNEURAL_OK;
}

cneural_status cneural_network_export(const cneural_network *network, uint8_t **bytes, size_t *count) {
    if (network == NULL || bytes == NULL || count == NULL) return CNEURAL_BAD_ARGUMENT;
    // The runtime exports to a path alone: to that of a file that is in memory only.
    const int file = memfd_create("network", MFD_CLOEXEC);
    if (file < 0) return CNEURAL_FAILED;
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    const cneural_status status = ov_compiled_model_export_model(network->compiled, path) == OK
                                      ? bytes_of(file, bytes, count)
                                      : CNEURAL_FAILED;
    close(file);
    return status;
}

cneural_status cneural_network_import(
    const uint8_t *bytes, size_t count, cneural_network **network, char *message, size_t message_capacity) {
    if (bytes == NULL || network == NULL) return CNEURAL_BAD_ARGUMENT;
    say(message, message_capacity, "");
    if (!core_is_open(message, message_capacity)) return CNEURAL_FAILED;
    ov_compiled_model_t *compiled = NULL;
    if (ov_core_import_model(shared_core, (const char *)bytes, count, "CPU", &compiled) != OK) {
        say(message, message_capacity, ov_get_last_err_msg());
        return CNEURAL_FAILED;
    }
    return network_of(compiled, network, message, message_capacity);
}

void cneural_network_free(cneural_network *network) {
    if (network == NULL) return;
    if (network->compiled != NULL) ov_compiled_model_free(network->compiled);
    free(network);
}

size_t cneural_network_input_count(const cneural_network *network) {
    return network == NULL ? 0 : network->input_count;
}

size_t cneural_network_output_count(const cneural_network *network) {
    return network == NULL ? 0 : network->output_count;
}

cneural_status cneural_request_open(const cneural_network *network, cneural_request **request) {
    if (network == NULL || request == NULL) return CNEURAL_BAD_ARGUMENT;
    cneural_request *opened = calloc(1, sizeof *opened);
    if (opened == NULL) return CNEURAL_FAILED;
    if (ov_compiled_model_create_infer_request(network->compiled, &opened->request) != OK) {
        free(opened);
        return CNEURAL_FAILED;
    }
    opened->output_count = network->output_count;
    *request = opened;
    return CNEURAL_OK;
}

void cneural_request_free(cneural_request *request) {
    if (request == NULL) return;
    if (request->input != NULL) ov_tensor_free(request->input);
    if (request->request != NULL) ov_infer_request_free(request->request);
    free(request);
}

cneural_status cneural_request_prepare(
    cneural_request *request, const int64_t *shape, size_t rank, float **values, size_t *count) {
    if (request == NULL || shape == NULL || values == NULL || count == NULL || rank == 0 ||
        rank > CNEURAL_MAXIMUM_RANK) {
        return CNEURAL_BAD_ARGUMENT;
    }
    int64_t elements = 1;
    for (size_t i = 0; i < rank; i++) {
        if (shape[i] <= 0 || elements > (int64_t)1 << 31 || shape[i] > (int64_t)1 << 31) return CNEURAL_BAD_ARGUMENT;
        elements *= shape[i];
    }
    if (elements > (int64_t)1 << 31) return CNEURAL_BAD_ARGUMENT;

    const int is_same_shape = request->input != NULL && request->rank == rank &&
                              memcmp(request->shape, shape, rank * sizeof shape[0]) == 0;
    if (!is_same_shape) {
        if (request->input != NULL) ov_tensor_free(request->input);
        request->input = NULL;
        ov_shape_t wanted = {0, NULL};
        if (ov_shape_create((int64_t)rank, shape, &wanted) != OK) return CNEURAL_FAILED;
        const ov_status_e made = ov_tensor_create(F32, wanted, &request->input);
        ov_shape_free(&wanted);
        if (made != OK) {
            request->input = NULL;
            return CNEURAL_FAILED;
        }
        if (ov_infer_request_set_input_tensor_by_index(request->request, 0, request->input) != OK) {
            // The network does not take this shape.
            ov_tensor_free(request->input);
            request->input = NULL;
            return CNEURAL_BAD_ARGUMENT;
        }
        memcpy(request->shape, shape, rank * sizeof shape[0]);
        request->rank = rank;
    }
    void *data = NULL;
    if (ov_tensor_data(request->input, &data) != OK) return CNEURAL_FAILED;
    *values = data;
    *count = (size_t)elements;
    return CNEURAL_OK;
}

cneural_status cneural_request_run(cneural_request *request) {
    if (request == NULL || request->input == NULL) return CNEURAL_BAD_ARGUMENT;
    return ov_infer_request_infer(request->request) == OK ? CNEURAL_OK : CNEURAL_FAILED;
}

/// The tensor of an output; the caller frees it. Only outputs of 32-bit floats are given out.
static ov_tensor_t *output(cneural_request *request, size_t index) {
    if (request == NULL || index >= request->output_count) return NULL;
    ov_tensor_t *tensor = NULL;
    if (ov_infer_request_get_output_tensor_by_index(request->request, index, &tensor) != OK) return NULL;
    ov_element_type_e type = DYNAMIC;
    if (ov_tensor_get_element_type(tensor, &type) == OK && type == F32) return tensor;
    ov_tensor_free(tensor);
    return NULL;
}

cneural_status cneural_request_output_shape(
    cneural_request *request, size_t index, int64_t *shape, size_t *rank, size_t *count) {
    if (shape == NULL || rank == NULL || count == NULL) return CNEURAL_BAD_ARGUMENT;
    ov_tensor_t *tensor = output(request, index);
    if (tensor == NULL) return CNEURAL_FAILED;
    cneural_status status = CNEURAL_FAILED;
    ov_shape_t found = {0, NULL};
    if (ov_tensor_get_shape(tensor, &found) == OK) {
        if (found.rank >= 0 && found.rank <= CNEURAL_MAXIMUM_RANK && ov_tensor_get_size(tensor, count) == OK) {
            for (int64_t i = 0; i < found.rank; i++) shape[i] = found.dims[i];
            *rank = (size_t)found.rank;
            status = CNEURAL_OK;
        }
        ov_shape_free(&found);
    }
    ov_tensor_free(tensor);
    return status;
}

cneural_status cneural_request_copy_output(cneural_request *request, size_t index, float *values, size_t count) {
    if (values == NULL) return CNEURAL_BAD_ARGUMENT;
    ov_tensor_t *tensor = output(request, index);
    if (tensor == NULL) return CNEURAL_FAILED;
    cneural_status status = CNEURAL_FAILED;
    size_t available = 0;
    void *data = NULL;
    if (ov_tensor_get_size(tensor, &available) == OK && ov_tensor_data(tensor, &data) == OK) {
        if (available == count) {
            memcpy(values, data, count * sizeof values[0]);
            status = CNEURAL_OK;
        } else {
            status = CNEURAL_BAD_ARGUMENT;
        }
    }
    ov_tensor_free(tensor);
    return status;
}

static char runtime_version[64] = "unknown";
static pthread_once_t version_once = PTHREAD_ONCE_INIT;

static void read_version(void) {
    ov_version_t version;
    memset(&version, 0, sizeof version);
    if (ov_get_openvino_version(&version) != OK) return;
    snprintf(runtime_version, sizeof runtime_version, "%s", version.buildNumber);
    ov_version_free(&version);
}

const char *cneural_runtime_version(void) {
    pthread_once(&version_once, read_version);
    return runtime_version;
}
