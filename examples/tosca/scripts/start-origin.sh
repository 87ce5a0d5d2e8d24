#!/bin/sh
# Starts the origin and waits until it answers.
set -eu
systemctl start fjord-origin
fjord-origin wait --seconds 60
