"""Shared code of the games with tiles and tracks: AXIO, Axio on hexagons, partly AXIO rota."""
