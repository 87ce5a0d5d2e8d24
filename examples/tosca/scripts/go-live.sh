#!/bin/sh
# Shows a still picture, then the program.
set -eu
fjord-encoder live --slate "${slate_seconds:-10}"
