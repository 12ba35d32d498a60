"""Messages between pool, worker and runner, and the end of processes."""

from __future__ import annotations

import os
import signal
import socket
import struct


def frame(data: bytes) -> bytes:
    """A message between pool and worker: its length, then its bytes."""
    return struct.pack("<Q", len(data)) + data


def unframe(data: bytes) -> bytes | None:
    """The message of a frame; None while it is incomplete."""
    if len(data) < 8 or len(data) < 8 + struct.unpack_from("<Q", data)[0]:
        return None
    return data[8:]


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def descendants(root: int) -> list[int]:
    """All processes below a process."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    stat = file.read()
            except OSError:  # It has ended.
                continue
            parent = int(stat[stat.rindex(b")") + 2 :].split()[1])
            children.setdefault(parent, []).append(int(name))
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found[1:]


def receive(connection: socket.socket) -> bytes | None:
    """The next message; None when the other end is closed."""
    data = b""
    while (message := unframe(data)) is None:
        more = connection.recv(1 << 16)
        if not more:
            return None
        data += more
    return message
