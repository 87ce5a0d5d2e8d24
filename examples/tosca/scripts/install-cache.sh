#!/bin/sh
# Installs a web server that keeps segments in memory.
set -eu
apt-get install --yes fjord-cache
