"""The networks: separable convolutions from 8-bit colours to one logit that speaks for bona fide."""

import torch
from torch import nn

WIDTHS = ((32, 48, 1), (48, 96, 2), (96, 96, 1), (96, 160, 2), (160, 160, 1), (160, 224, 2))
"""Channels in, channels out and stride of each block."""


class Separable(nn.Module):
    """A depthwise 3 x 3 convolution and a pointwise one; what came in is added where shapes agree."""

    def __init__(self, before, after, stride):
        super().__init__()
        self.is_residual = before == after and stride == 1
        self.layers = nn.Sequential(
            nn.Conv2d(before, before, 3, stride, 1, groups=before, bias=False),
            nn.BatchNorm2d(before),
            nn.ReLU(),
            nn.Conv2d(before, after, 1, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(),
        )

    def forward(self, values):
        result = self.layers(values)
        return values + result if self.is_residual else result


class TextureNetwork(nn.Module):
    """N x 3 x side x side, R, G, B in 0...255, to N x 1."""

    def __init__(self):
        super().__init__()
        first = WIDTHS[0][0]
        self.stem = nn.Sequential(nn.Conv2d(3, first, 3, 2, 1, bias=False), nn.BatchNorm2d(first), nn.ReLU())
        self.blocks = nn.Sequential(*(Separable(*widths) for widths in WIDTHS))
        self.dropout = nn.Dropout(0.2)
        self.logit = nn.Linear(WIDTHS[-1][1], 1)

    def forward(self, pixels):
        values = self.blocks(self.stem(pixels / 127.5 - 1))
        return self.logit(self.dropout(values.mean(dim=(2, 3))))
