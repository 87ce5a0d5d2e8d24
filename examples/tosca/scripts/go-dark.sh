#!/bin/sh
# Stops to publish segments.
set -eu
fjord-encoder stop
