# The base image is pinned by its digest, so that a build next year begins with the same files. Change both FROM lines together.
FROM python:3.13.14-slim-bookworm@sha256:9d7f287598e1a5a978c015ee176d8216435aaf335ed69ac3c38dd1bbb10e8d64 AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY deploy/pins ./pins
# fonts.txt: fonts for names in more scripts.
# gcc and compiler.txt compile the rules and computer players. Neither gets into the final image.
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
RUN pip install --require-hashes -r pins/build.txt -r pins/compiler.txt && python -m venv /opt/reefs \
    && /opt/reefs/bin/pip install --require-hashes -r pins/bot.txt -r pins/fonts.txt
COPY pyproject.toml README.md LICENSE ./
COPY assets ./assets
COPY games ./games
COPY bot ./bot
COPY tools/native.py ./tools/
RUN HATCH_BUILD_HOOKS_ENABLE=1 pip wheel --no-deps --no-build-isolation -w /wheel . && /opt/reefs/bin/pip install --no-deps /wheel/*.whl

FROM python:3.13.14-slim-bookworm@sha256:9d7f287598e1a5a978c015ee176d8216435aaf335ed69ac3c38dd1bbb10e8d64
# Pillow needs FriBiDi to join Arabic and Indic letters and to write Hebrew from right to left.
RUN apt-get update && apt-get install -y --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/* \
    && groupadd --gid 10001 reefs \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin reefs \
    && install -d -o reefs -g reefs -m 0700 /data
COPY --from=build /opt/reefs /opt/reefs
# PYTHONSAFEPATH: nothing in /data is imported.
ENV PATH=/opt/reefs/bin:$PATH PYTHONSAFEPATH=1 PYTHONUNBUFFERED=1 DATABASE_PATH=/data/reefs.db
WORKDIR /data
VOLUME /data
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["--discord"]
