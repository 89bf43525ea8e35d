"""What the games of tiles and tracks share: AXIO, Axio on hexagons, and in part AXIO rota."""
