"""Fits a network to rendered samples, one thread, from a seed; a stopped run goes on after its last whole epoch."""

import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from . import networks, render, samples

BATCH = 64
PEAK_RATE = 3e-3
AVERAGING = 0.98
"""What is judged and kept is the running mean of the weights: each step moves it by a fiftieth."""

INJECTION_WEIGHT = 0.1
"""Images that no camera took hardly differ in one frame; they must not set what a camera looks like."""


def fit(name, folder, work, epochs, seed):
    """The state of the network `name` with the least loss on the validation people."""
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    torch.manual_seed(seed)
    train, validation = (render.read(folder, part) for part in ("train", "validation"))
    pixels, labels, weights = train[name], bona_fide(train["species"]), weighted(train["species"])
    network = networks.TextureNetwork().to(memory_format=torch.channels_last)
    steps = len(pixels) // BATCH
    optimizer = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, PEAK_RATE, total_steps=steps * epochs, pct_start=0.15)
    mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(AVERAGING), use_buffers=True)
    parts = {"network": network, "mean": mean, "optimizer": optimizer, "schedule": schedule}
    checkpoint = Path(work) / f"{name}.checkpoint"
    begun, best = resumed(checkpoint, parts)
    for epoch in range(begun, epochs):
        started = time.time()
        torch.manual_seed(seed * 1000 + epoch)
        random = np.random.default_rng((seed, epoch))
        network.train()
        total = 0.0
        for batch in random.permutation(len(pixels))[: steps * BATCH].reshape(steps, BATCH):
            loss = objective(network(augmented(pixels[batch], random)), labels[batch], weights[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            mean.update_parameters(network)
            total += loss.item()
        logits = judged(mean.module, validation[name])
        held_out = objective(
            torch.from_numpy(logits)[:, None], bona_fide(validation["species"]), weighted(validation["species"])
        ).item()
        if best is None or held_out < best["loss"]:
            state = {key: value.clone() for key, value in mean.module.state_dict().items()}
            best = {"loss": held_out, "epoch": epoch + 1, "state": state}
        keep(checkpoint, parts, epoch + 1, best)
        seconds = time.time() - started
        print(f"{name} {epoch + 1}/{epochs}: {total / steps:.3f}, held out {held_out:.3f}, {seconds:.0f} s", flush=True)
    return best


def bona_fide(species):
    """1 for bona fide, 0 for every attack, shape (N,)."""
    return torch.from_numpy((species == samples.BONA_FIDE).astype(np.float32))


def weighted(species):
    """Weights that give both labels the same sum, and injections less than presentations."""
    weights = np.where(np.char.startswith(species, "injected"), INJECTION_WEIGHT, 1.0)
    living = species == samples.BONA_FIDE
    weights[living] *= weights[~living].sum() / weights[living].sum()
    return torch.from_numpy((weights / weights.mean()).astype(np.float32))


def objective(logits, labels, weights):
    """The weighted cross entropy of logits (N, 1)."""
    losses = nn.functional.binary_cross_entropy_with_logits(logits[:, 0], labels, reduction="none")
    return (losses * weights).sum() / weights.sum()


def augmented(pixels, random):
    """A batch for training: shifted, mirrored, brighter or darker, sometimes grey; the same for both labels."""
    count, wide = pixels.shape[:2]
    side = render.SIDE
    shifts = random.integers(0, wide - side + 1, (count, 2))
    windows = np.stack([image[y : y + side, x : x + side] for image, (x, y) in zip(pixels, shifts)])
    mirrored = random.random(count) < 0.5
    windows[mirrored] = windows[mirrored, :, ::-1]
    values = windows.astype(np.float32)
    grey = random.random(count) < 0.08
    values[grey] = values[grey].mean(axis=3, keepdims=True)
    gains = np.exp(random.normal(0, 0.12, (count, 1, 1, 1)) + random.normal(0, 0.04, (count, 1, 1, 3)))
    values = np.clip(values * gains.astype(np.float32), 0, 255)
    return torch.from_numpy(values).permute(0, 3, 1, 2)


def centred(pixels):
    """What the network sees in use: the middle of each rendered crop, (N, 3, side, side)."""
    edge = render.MARGIN // 2
    middle = pixels[:, edge : edge + render.SIDE, edge : edge + render.SIDE]
    return torch.from_numpy(np.ascontiguousarray(middle)).permute(0, 3, 1, 2).float()


def judged(network, pixels):
    """Logits (N,) of rendered crops."""
    network.eval()
    with torch.no_grad():
        parts = [network(centred(pixels[start : start + 128])) for start in range(0, len(pixels), 128)]
    return torch.cat(parts)[:, 0].numpy()


def keep(path, parts, epoch, best):
    """Writes the state of a fit under its name only when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    states = {name: part.state_dict() for name, part in parts.items()}
    torch.save({**states, "epoch": epoch, "best": best}, partial)
    partial.replace(path)


def resumed(path, parts):
    """Loads what a stopped run left; returns the number of its whole epochs and its best state."""
    if not path.exists():
        return 0, None
    stored = torch.load(path)
    for name, part in parts.items():
        part.load_state_dict(stored[name])
    return stored["epoch"], stored["best"]
