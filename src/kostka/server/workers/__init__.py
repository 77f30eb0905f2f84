"""Work on data from outside, in child processes with limits of memory and time.

A route calls `WorkerPool.run_task` with one of the tasks in `tasks`. The task waits in the
`FairQueue` until a `WorkerProcess` is free for its address; the child runs it and answers with
bytes and the processor time that it took. A child that needs too much is killed and replaced.
"""
