#!/usr/bin/env python3
"""Writes dlib's face descriptor network as an ONNX file, without dlib and with the standard library alone.

    convert_dlib.py dlib_face_recognition_resnet_model_v1.dat dlib-resnet.onnx

The source file holds every tensor as plain little-endian 32-bit floats at fixed places. Its SHA-256 is checked first,
so the places in TENSORS hold; nothing else of dlib's format has to be understood. The per-channel affine that follows
each convolution is folded into it. The same input gives the same bytes on every machine, so `models.lock` can state the
hash of the result.

The network that is written:
    input       `face`, 1 x 3 x 150 x 150, RGB, 0 to 255; that (v - mean) / 256 is taken is inside
    output      `descriptor`, 1 x 128, of length near 1.4, not normalised
    arithmetic  32-bit floats, operator set 13
"""

import hashlib
import os
import struct
import sys
from array import array
from pathlib import Path

SOURCE_SHA256 = "55533b28a95800a551ba546ba62fe69625c7e95a7061c338adffead08719da30"
SIDE_IN_PIXELS = 150
MEANS = (122.782, 117.001, 104.298)
DESCRIPTOR_LENGTH = 128

# One residual block: (input channels, output channels, halves the plane, places of its four tensors in bytes).
# The places are: first convolution, first affine, second convolution, second affine. A convolution is its weights
# [out][in][k][k] and then `out` biases, an affine is gamma[out] and then beta[out].
STEM = (3, 32, 7, 352, 19400)
BLOCKS = [
    (32, 32, False, (19826, 56920, 57289, 94383)),
    (32, 32, False, (94796, 131890, 132259, 169353)),
    (32, 32, False, (169766, 206860, 207229, 244323)),
    (32, 64, True, (244736, 318822, 319447, 467261)),
    (64, 64, False, (467987, 615801, 616426, 764240)),
    (64, 64, False, (764909, 912723, 913348, 1061162)),
    (64, 64, False, (1061831, 1209645, 1210270, 1358084)),
    (64, 128, True, (1358754, 1654281, 1655419, 2245858)),
    (128, 128, False, (2247097, 2837536, 2838674, 3429113)),
    (128, 128, False, (3430295, 4020734, 4021872, 4612311)),
    (128, 256, True, (4613493, 5794271, 5796435, 8156862)),
    (256, 256, False, (8159127, 10519554, 10521718, 12882145)),
    (256, 256, False, (12884353, 15244780, 15246944, 17607371)),
    (256, 256, True, (17609579, 19970006, 19972170, 22332597)),
]
MATRIX = (256, DESCRIPTOR_LENGTH, 22334922)


class Message:
    """A protobuf message being written: fields in the order of the calls."""

    def __init__(self):
        self.parts = []

    @staticmethod
    def _varint(value):
        written = bytearray()
        while value > 0x7F:
            written.append(value & 0x7F | 0x80)
            value >>= 7
        written.append(value)
        return bytes(written)

    def number(self, field, value):
        self.parts += [self._varint(field << 3), self._varint(value)]
        return self

    def bytes(self, field, value):
        self.parts += [self._varint(field << 3 | 2), self._varint(len(value)), value]
        return self

    def text(self, field, value):
        return self.bytes(field, value.encode())

    def message(self, field, value):
        return self.bytes(field, value.encoded())

    def encoded(self):
        return b"".join(self.parts)


class Graph:
    """An ONNX graph being written. The numbers of the fields are those of `onnx.proto`, release 1.8 and later."""

    FLOAT, INT64 = 1, 7
    ATTRIBUTE_INTEGER, ATTRIBUTE_INTEGERS = 2, 7

    def __init__(self):
        self.nodes = []
        self.constants = []

    def constant(self, name, shape, values):
        kind = self.FLOAT if values.typecode == "f" else self.INT64
        tensor = Message()
        for length in shape:
            tensor.number(1, length)
        tensor.number(2, kind).text(8, name).bytes(9, little_endian(values))
        self.constants.append(tensor)
        return name

    def apply(self, operator, inputs, output, **attributes):
        node = Message()
        for name in inputs:
            node.text(1, name)
        node.text(2, output).text(3, output).text(4, operator)
        for name, value in attributes.items():
            attribute = Message().text(1, name)
            if isinstance(value, int):
                attribute.number(3, value).number(20, self.ATTRIBUTE_INTEGER)
            else:
                for item in value:
                    attribute.number(8, item)
                attribute.number(20, self.ATTRIBUTE_INTEGERS)
            node.message(5, attribute)
        self.nodes.append(node)
        return output

    def encoded(self, name, inputs, outputs):
        graph = Message()
        for node in self.nodes:
            graph.message(1, node)
        graph.text(2, name)
        for constant in self.constants:
            graph.message(5, constant)
        for field, values in ((11, inputs), (12, outputs)):
            for value, shape in values:
                dimensions = Message()
                for length in shape:
                    dimensions.message(1, Message().number(1, length))
                tensor = Message().number(1, self.FLOAT).message(2, dimensions)
                graph.message(field, Message().text(1, value).message(2, Message().message(1, tensor)))
        model = Message().number(1, 7).text(2, "convert_dlib").message(7, graph)
        return model.message(8, Message().text(1, "").number(2, 13)).encoded()


def little_endian(values):
    if sys.byteorder == "little":
        return values.tobytes()
    swapped = array(values.typecode, values)
    swapped.byteswap()
    return swapped.tobytes()


def floats(source, place, count):
    return struct.unpack_from(f"<{count}f", source, place)


def folded_convolution(source, inputs, outputs, side, convolution, affine):
    """The weights and biases of a convolution with the affine after it folded in, rounded once to 32-bit floats."""
    per_output = inputs * side * side
    tensors = floats(source, convolution, outputs * per_output + outputs)
    gammas_and_betas = floats(source, affine, 2 * outputs)
    weights, biases = array("f"), array("f")
    for channel in range(outputs):
        gamma, beta = gammas_and_betas[channel], gammas_and_betas[outputs + channel]
        weights.extend([weight * gamma for weight in tensors[channel * per_output : (channel + 1) * per_output]])
        biases.append(tensors[outputs * per_output + channel] * gamma + beta)
    return weights, biases


def convolve(graph, source, name, below, inputs, outputs, side, places, stride, padding):
    weights, biases = folded_convolution(source, inputs, outputs, side, *places)
    graph.constant(f"{name}.weights", (outputs, inputs, side, side), weights)
    graph.constant(f"{name}.biases", (outputs,), biases)
    return graph.apply(
        "Conv", [below, f"{name}.weights", f"{name}.biases"], name,
        kernel_shape=[side, side], strides=[stride, stride], pads=[padding] * 4)


def grown(graph, name, below, channels, rows):
    """`below` with zeros added at the end of its channels and of both sides of its plane."""
    if channels == 0 and rows == 0:
        return below
    pads = graph.constant(f"{name}.pads", (8,), array("q", [0, 0, 0, 0, 0, channels, rows, rows]))
    return graph.apply("Pad", [below, pads], name)


def network(source):
    """The whole network as the bytes of an ONNX file."""
    graph = Graph()
    inputs, channels, side, *places = STEM
    means = graph.constant("means", (1, inputs, 1, 1), array("f", MEANS))
    scale = graph.constant("scale", (1,), array("f", [1 / 256]))
    centred = graph.apply("Sub", ["face", means], "centred")
    top = graph.apply("Mul", [centred, scale], "normalised")
    top = convolve(graph, source, "stem", top, inputs, channels, side, places, stride=2, padding=0)
    top = graph.apply("Relu", [top], "stem.relu")
    top = graph.apply("MaxPool", [top], "stem.pool", kernel_shape=[3, 3], strides=[2, 2])
    rows = ((SIDE_IN_PIXELS - 7) // 2 + 1 - 3) // 2 + 1

    for index, (inputs, channels, halves, places) in enumerate(BLOCKS):
        name = f"block{index}"
        stride, padding = (2, 0) if halves else (1, 1)
        inner = convolve(graph, source, f"{name}.first", top, inputs, channels, 3, places[:2], stride, padding)
        inner = graph.apply("Relu", [inner], f"{name}.relu")
        inner = convolve(graph, source, f"{name}.second", inner, channels, channels, 3, places[2:], 1, 1)
        skip, skip_rows = top, rows
        inner_rows = (rows - 3) // 2 + 1 if halves else rows
        if halves:
            skip = graph.apply("AveragePool", [top], f"{name}.pool", kernel_shape=[2, 2], strides=[2, 2])
            skip_rows = rows // 2
        rows = max(inner_rows, skip_rows)
        inner = grown(graph, f"{name}.inner", inner, 0, rows - inner_rows)
        skip = grown(graph, f"{name}.skip", skip, channels - inputs, rows - skip_rows)
        top = graph.apply("Add", [inner, skip], f"{name}.sum")
        top = graph.apply("Relu", [top], f"{name}.output")

    inputs, outputs, place = MATRIX
    matrix = graph.constant("matrix", (inputs, outputs), array("f", floats(source, place, inputs * outputs)))
    mean = graph.apply("GlobalAveragePool", [top], "mean")
    flat = graph.apply("Flatten", [mean], "flat", axis=1)
    graph.apply("MatMul", [flat, matrix], "descriptor")
    face = ("face", (1, STEM[0], SIDE_IN_PIXELS, SIDE_IN_PIXELS))
    return graph.encoded("dlib-resnet", [face], [("descriptor", (1, DESCRIPTOR_LENGTH))])


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: convert_dlib.py SOURCE.dat TARGET.onnx")
    source, target = Path(sys.argv[1]).read_bytes(), Path(sys.argv[2])
    if hashlib.sha256(source).hexdigest() != SOURCE_SHA256:
        sys.exit(f"{sys.argv[1]} is not the file this conversion was written for (SHA-256 differs)")
    partial = target.with_name(target.name + ".partial")
    partial.write_bytes(network(source))
    os.replace(partial, target)


if __name__ == "__main__":
    main()
