"""What the networks reach: on people held out, beside the teacher, and on recordings that nothing was fitted on."""

import json
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np

from . import detector, figures, geometry, pack, render, samples


def held_out(folder, rendered):
    """Figures on the test people, at the limits that the manifest took from the validation people."""
    manifest = json.loads((Path(folder) / "manifest.json").read_text())
    test, result = render.read(rendered, "test"), {}
    species, logits = test["species"], {}
    for network in manifest["networks"]:
        name = network["name"]
        logits[name] = pack.inferred(Path(folder) / network["file"], test[name])
        again = pack.inferred(Path(folder) / network["file"], test[name][:64])
        result[name] = {
            "equalErrorRate": figures.equal_error(logits[name], species == samples.BONA_FIDE),
            "levels": figures.errors(logits[name], species, network["limits"], samples.BONA_FIDE),
            "bitEqual": bool((again == logits[name][:64]).all()),
            "milliseconds": milliseconds(Path(folder) / network["file"]),
        }
    total = sum(logits.values())
    limit_of = figures.limits(sum_on_validation(manifest, folder, rendered), validation_labels(rendered))
    result["sum"] = {
        "equalErrorRate": figures.equal_error(total, species == samples.BONA_FIDE),
        "levels": figures.errors(total, species, limit_of, samples.BONA_FIDE),
    }
    counts = {name: int((species == name).sum()) for name in sorted(set(species))}
    return {"samples": counts, **result}


def sum_on_validation(manifest, folder, rendered):
    validation = render.read(rendered, "validation")
    return sum(pack.inferred(Path(folder) / n["file"], validation[n["name"]]) for n in manifest["networks"])


def validation_labels(rendered):
    return render.read(rendered, "validation")["species"] == samples.BONA_FIDE


def milliseconds(file, repeats=200):
    """The median time of one inference on one thread."""
    model, image = pack.compiled(file), np.zeros((1, 3, render.SIDE, render.SIDE), np.float32)
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        model([image])
        times.append(1000 * (time.perf_counter() - begun))
    return round(float(np.median(times)), 2)


def show(result):
    """The figures as a table: species, then APCER at the three levels for each network."""
    names = [name for name in result if name != "samples"]
    print("species | samples | " + " | ".join(f"{name}: levels 2, 4, 6" for name in names))
    for species, count in result["samples"].items():
        cells = []
        for name in names:
            levels = result[name]["levels"].values()
            rates = [level["BPCER"] if species == samples.BONA_FIDE else level["APCER"][species] for level in levels]
            cells.append(", ".join(f"{100 * rate:.1f}" for rate in rates))
        print(f"{species} | {count} | " + " | ".join(cells))
    for name in names:
        print(name, {key: value for key, value in result[name].items() if key != "levels"})


def teacher(portraits, folder, each=30):
    """Says what share of each simulated species a public pair of networks takes for living faces."""
    networks = [
        (pack.compiled(Path(folder) / "minifasnet_v2_2.7_80.onnx"), 2.7),
        (pack.compiled(Path(folder) / "minifasnet_v1se_4.0_80.onnx"), 4.0),
    ]
    for number, species in enumerate(samples.SHARES):
        living = []
        for index in range(each):
            sample = samples.make(portraits, np.random.default_rng((7, number, index)), species)
            living.append(np.mean([taught(network, scale, sample) for network, scale in networks]))
        share = np.mean(np.array(living) > 0.5)
        print(f"{species}: {100 * share:.0f} % of {each} taken for living, mean {np.mean(living):.2f}", flush=True)


def taught(network, scale, sample):
    """The pair's probability of a living face; its window is moved into the image, and its aspect is not kept."""
    low, high = sample.points.min(axis=0), sample.points.max(axis=0)
    height, width = sample.image.shape[:2]
    extent = high - low
    scale = min((height - 1) / extent[1], (width - 1) / extent[0], scale)
    corner = np.clip((low + high) / 2 - scale * extent / 2, 0, (width, height) - scale * extent)
    (x0, y0), (x1, y1) = corner.astype(int), (corner + scale * extent).astype(int)
    window = cv2.resize(sample.image[y0 : y1 + 1, x0 : x1 + 1], (80, 80), interpolation=cv2.INTER_LINEAR)
    logits = network([window[..., ::-1].astype(np.float32).transpose(2, 0, 1)[None]])[0][0]
    shares = np.exp(logits - logits.max())
    return float(shares[1] / shares.sum())


def recordings(folder, material):
    """Looks at recordings of real presentations. Nothing is trained, chosen or set by what it prints."""
    manifest = json.loads((Path(folder) / "manifest.json").read_text())
    networks = [(network, pack.compiled(Path(folder) / network["file"])) for network in manifest["networks"]]
    finder, rows = detector.Detector(), defaultdict(list)
    for item in json.loads((Path(material) / "manifest.json").read_text())["items"]:
        if item.get("species", "").endswith("crop") or item["file"].startswith("crops/"):
            continue
        scores = [seen(image, finder, networks) for image in frames(Path(material) / item["file"], item["kind"])]
        scores = [score for score in scores if score is not None]
        if scores:
            rows[item["species"]].append(np.mean(scores, axis=0))
            print(item["file"], item["species"], np.round(rows[item["species"]][-1], 2), len(scores), flush=True)
    for species, scores in sorted(rows.items()):
        means = np.array(scores)
        passed = [
            f"{network['name']} {[int((means[:, index] >= limit).sum()) for limit in network['limits'].values()]}"
            for index, (network, _) in enumerate(networks)
        ]
        print(f"{species}: {len(scores)} items, accepted at levels 2, 4, 6: {', '.join(passed)}")
    living = np.array([score for species in rows if species.startswith("bona-fide") for score in rows[species]])
    attacks = np.array([score for species in rows if is_attack(species) for score in rows[species]])
    for index, (network, _) in enumerate(networks):
        print(f"{network['name']}: {figures.in_order(attacks[:, index], living[:, index])} of all pairs in order")
    print(f"sum: {figures.in_order(attacks.sum(axis=1), living.sum(axis=1))} of all pairs in order")


def is_attack(species):
    """Whether a recording's species is an attack; living faces in surgical masks are neither counted here nor there."""
    return not species.startswith("bona-fide") and species != "surgical-mask-live"


def seen(image, finder, networks):
    """The logits of the networks for one image, or None where no face is found."""
    points = finder.points(image)
    if points is None:
        return None
    crops = [geometry.crop(image, points, network["cropScale"], network["side"]) for network, _ in networks]
    inputs = [crop.astype(np.float32).transpose(2, 0, 1)[None] for crop in crops]
    return [model([values])[0].item() for (_, model), values in zip(networks, inputs)]


def frames(path, kind, most=12):
    """Up to `most` frames of an item, R, G, B, over its whole length."""
    if kind == "still":
        images = [cv2.imread(str(path))]
    elif path.is_dir():
        images = [cv2.imread(str(file)) for file in sorted(path.iterdir())]
    else:
        video, images = cv2.VideoCapture(str(path)), []
        while len(images) < 900:
            is_read, image = video.read()
            if not is_read:
                break
            images.append(image)
    images = [image for image in images if image is not None]
    step = max(1, len(images) // most)
    return [np.ascontiguousarray(image[..., ::-1]) for image in images[::step][:most]]
