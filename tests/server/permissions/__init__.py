"""Every request, command and route, tried by everybody who could send it.

`expected` says once, as data, who may do what. The tests list requests, commands and routes from
the types of the code, so a new one without an entry fails.
"""
