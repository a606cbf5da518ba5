"""Writes the networks as a pack: ONNX files, and a manifest that says what they are and what they were made of."""

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import openvino
import torch

from . import fit, figures, networks, render, samples

ROOT = Path(__file__).resolve().parents[1]


def write(best_of, folder, target, seed, portraits_digest):
    """Exports the fitted networks into `target`; limits and figures come from the validation people."""
    target = Path(target)
    target.mkdir(parents=True, exist_ok=True)
    validation, entries, achieved = render.read(folder, "validation"), [], {}
    is_bona_fide = validation["species"] == samples.BONA_FIDE
    for name, best in best_of.items():
        network = networks.TextureNetwork()
        network.load_state_dict(best["state"])
        file = target / f"{name}.onnx"
        export(network.eval(), file)
        logits = inferred(file, validation[name])
        difference = float(np.abs(logits - fit.judged(network, validation[name])).max())
        if difference > 1e-3:
            raise SystemExit(f"{name}: the exported network differs from the fitted one by {difference}")
        limit_of = figures.limits(logits, is_bona_fide)
        entries.append(entry(name, file, limit_of))
        achieved[name] = {
            "epoch": best["epoch"],
            "equalErrorRate": figures.equal_error(logits, is_bona_fide),
            "levels": figures.errors(logits, validation["species"], limit_of, samples.BONA_FIDE),
        }
    trained_with = {
        "seed": seed,
        "code": code_digest(),
        "portraits": portraits_digest,
        "samples": {part: len(render.read(folder, part)["species"]) for part in render.PARTS},
        "validation": achieved,
    }
    manifest = {"version": 1, "name": "liveness-texture", "networks": entries, "trainedWith": trained_with}
    (target / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n")


def entry(name, file, limit_of):
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    scale = render.SCALES[name]
    network = {"name": name, "file": file.name, "sha256": digest, "side": render.SIDE, "cropScale": scale, "frames": 1}
    return {**network, "limits": limit_of}


def export(network, file):
    """ONNX, f32, with a free batch axis, `input` to `logit`."""
    example = torch.zeros(1, 3, render.SIDE, render.SIDE)
    axes = {"input": {0: "batch"}, "logit": {0: "batch"}}
    names = {"input_names": ["input"], "output_names": ["logit"], "dynamic_axes": axes}
    torch.onnx.export(network, (example,), str(file), opset_version=17, dynamo=False, **names)
    onnx.checker.check_model(str(file))


def compiled(file):
    """The network in the engine that the server uses, one thread, f32."""
    settings = {"INFERENCE_NUM_THREADS": 1, "INFERENCE_PRECISION_HINT": "f32"}
    return openvino.Core().compile_model(str(file), "CPU", settings)


def inferred(file, pixels):
    """Logits (N,) of rendered crops, one at a time, as the server computes them."""
    model = compiled(file)
    inputs = fit.centred(pixels).numpy()
    return np.array([model([image[None]])[0].item() for image in inputs], np.float32)


def code_digest():
    """SHA-256 over everything that decides what is trained: the files of this folder that are neither test nor page."""
    total = hashlib.sha256()
    here = Path(__file__).parent
    for file in sorted([*here.rglob("*.py"), here / "requirements.txt"]):
        if file.exists() and here / "mrz" not in file.parents:
            total.update(str(file.relative_to(here)).encode() + b"\n" + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()
