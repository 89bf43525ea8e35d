# An image of the server, which is built in a separate stage.
FROM python:3.12-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/spielwerk
WORKDIR /build
COPY LICENSE README.md pyproject.toml ./
COPY src ./src
RUN /opt/spielwerk/bin/pip install ".[postgres]"

FROM python:3.12-slim

RUN useradd --create-home --uid 10001 spielwerk \
    && install --directory --owner spielwerk --group spielwerk /data
COPY --from=build /opt/spielwerk /opt/spielwerk

# Compiled rules are kept beside the games: they are found again after an update.
ENV PATH=/opt/spielwerk/bin:$PATH PYTHONUNBUFFERED=1 SPIELWERK_CACHE=/data/cache
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz/ready', timeout=4)"]
STOPSIGNAL SIGTERM
USER 10001
ENTRYPOINT ["spielwerk"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000", "--no-browser", "--database", "sqlite:////data/spielwerk.db"]
