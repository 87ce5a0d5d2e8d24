#!/bin/sh
# Installs the encoder.
set -eu
apt-get install --yes fjord-encoder
