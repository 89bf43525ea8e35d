"""What the browser loads: ES modules, SVG, CSS, texts in German and English."""
