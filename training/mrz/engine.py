"""Networks in the engine that the server uses: OpenVINO, one thread, f32."""

from pathlib import Path

SETTINGS = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}


def compiled(content):
    """A network from the bytes of its ONNX file."""
    import openvino

    core = openvino.Core()
    return core.compile_model(core.read_model(content), "CPU", SETTINGS)


def packed(folder, name):
    """The network `name` of a pack."""
    return compiled((Path(folder) / f"mrz-{name}.onnx").read_bytes())
