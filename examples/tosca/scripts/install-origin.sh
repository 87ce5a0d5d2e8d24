#!/bin/sh
# Installs the origin.
set -eu
apt-get install --yes fjord-origin
