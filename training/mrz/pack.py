"""Writes the networks as a pack: ONNX files, and a manifest that says what they are and what they were made of."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch

from . import engine, networks, pages, strips, texts

SHAPES = {
    "reader": {
        "input": "strips",
        "output": "symbols",
        "axes": {0: "count", 3: "width"},
        "out": {0: "count", 1: "steps"},
    },
    "finder": {"input": "image", "output": "maps", "axes": {2: "height", 3: "width"}, "out": {2: "rows", 3: "columns"}},
}
NETWORKS = {"finder": networks.Finder, "reader": networks.Reader}


def write(fitted, target, trained_with):
    """Exports the fitted networks into `target` and says of each what it takes and gives."""
    target.mkdir(parents=True, exist_ok=True)
    entries = []
    for name in NETWORKS:
        file = target / f"mrz-{name}.onnx"
        network = NETWORKS[name]()
        network.load_state_dict(fitted[name]["state"])
        export(name, network.eval(), file)
        entries.append(entry(name, file))
    manifest = {
        "version": 1,
        "name": "documents",
        "networks": entries,
        "trainedWith": {**trained_with, "code": code_digest()},
    }
    partial = target / "manifest.partial"
    partial.write_text(json.dumps(manifest, indent=2) + "\n")
    partial.replace(target / "manifest.json")


def entry(name, file):
    shape = SHAPES[name]
    common = {
        "name": f"mrz-{name}",
        "file": file.name,
        "sha256": hashlib.sha256(file.read_bytes()).hexdigest(),
        "input": shape["input"],
        "output": shape["output"],
    }
    if name == "reader":
        own = {"height": strips.LINE, "capital": strips.CAPITAL, "step": strips.STEP, "symbols": texts.SYMBOLS}
    else:
        own = {"longestSide": pages.WIDTH, "multiple": 32, "padding": 128, "cell": pages.CELL}
    return {**common, **own}


def export(name, network, file):
    """ONNX, f32, free sizes; refused where the engine gives something else than what was fitted."""
    shape, random = SHAPES[name], np.random.default_rng(1)
    size = (2, 1, strips.LINE, 320) if name == "reader" else (1, 1, 320, 416)
    example = torch.from_numpy(random.uniform(0, 255, size).astype(np.float32))
    names = {"input_names": [shape["input"]], "output_names": [shape["output"]]}
    axes = {shape["input"]: shape["axes"], shape["output"]: shape["out"]}
    partial = file.with_suffix(".partial")
    torch.onnx.export(network, (example,), str(partial), opset_version=17, dynamo=False, dynamic_axes=axes, **names)
    onnx.checker.check_model(str(partial))
    other = random.uniform(0, 255, (*size[:2], size[2] + (0 if name == "reader" else 64), size[3] + 96)).astype(
        np.float32
    )
    with torch.no_grad():
        wanted = network(torch.from_numpy(other)).numpy()
    model = engine.compiled(partial.read_bytes())
    difference = float(np.abs(model([other])[0] - wanted).max())
    if difference > 2e-3:
        raise SystemExit(f"{name}: the exported network differs from the fitted one by {difference}")
    partial.replace(file)


def code_digest():
    """SHA-256 over everything that decides what is trained."""
    total = hashlib.sha256()
    here = Path(__file__).parent
    shared = [here.parent / name for name in ("backgrounds.py", "noise.py", "requirements.txt")]
    for file in sorted([*here.rglob("*.py"), *shared]):
        total.update(file.name.encode() + b"\n" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()
