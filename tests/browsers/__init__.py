"""What takes long in real browsers. A package, so that pytest ends what its tests share with it."""
