"""What operators see: logs, metrics and alerts that merge repeated events; and the clock.

`logs.py` writes one JSON object a line, without secrets. `metrics.py` counts for Prometheus.
`refusal_alerts.py` reports networks that are refused often, `write_failure_log.py` a store that
cannot be written. `server_clock.py` is the time that everything in the server goes by.
`systemd_notify.py` reports to systemd.
"""
