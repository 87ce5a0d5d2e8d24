"""Compares the duration of whole processes with OpenStack's tosca-parser: python3 tosca-parser.py PROGRAM TEMPLATE...

Needs `pip install tosca-parser`. PROGRAM is `descriptorium`, built with optimizations. For each template the best of some runs
of both programs is printed, with their ratio; the last line has the smallest ratio. Templates that tosca-parser rejects are
measured as well, since it reads them first. Both run alternately, so that other work on the machine affects both.
"""

import resource
import subprocess
import sys

RUNS = 5


def duration(command):
    """CPU time of a process with its children, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main(program, templates):
    ratios = []
    for template in templates:
        ours = [program, "check", template]
        theirs = [sys.executable, "-m", "toscaparser.shell", f"--template-file={template}"]
        times = [(duration(ours), duration(theirs)) for _ in range(RUNS)]
        own, other = (min(column) for column in zip(*times))
        ratios.append(other / max(own, 0.001))
        print(f"{own:8.1f} ms {other:8.1f} ms {ratios[-1]:7.0f} times faster  {template}")
    print(f"smallest ratio: {min(ratios):.0f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
