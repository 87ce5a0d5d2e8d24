#!/bin/sh
# Writes the settings of the encoder. The channel is an input.
set -eu
printf "channel=%s\n" "$channel" > /etc/fjord-encoder.conf
