# SPDX-License-Identifier: Apache-2.0
# docker build -t vitae .
# docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
#     -v vitae-data:/var/lib/vitae -p 127.0.0.1:8080:8080 vitae
# The first start prints an API key (docker logs).
FROM debian:12-slim AS build
WORKDIR /src
COPY scripts/install-packages scripts/
RUN scripts/install-packages build package
COPY . .
RUN mkdir -p /packages /build && cp -a . /build/vitae && cd /build/vitae && \
    dpkg-buildpackage -b -us -uc && mv ../vitae_*.deb /packages/

FROM debian:12-slim
RUN --mount=from=build,source=/packages,target=/packages \
    apt-get update && \
    apt-get install -y --no-install-recommends /packages/*.deb tesseract-ocr-eng \
        tesseract-ocr-deu tesseract-ocr-fra tesseract-ocr-spa tesseract-ocr-por tesseract-ocr-ita \
        tesseract-ocr-nld tesseract-ocr-rus tesseract-ocr-chi-sim tesseract-ocr-jpn tesseract-ocr-kor \
        tesseract-ocr-ara ca-certificates && \
    rm -rf /var/lib/apt/lists/* /var/log/* && \
    install -d -o vitae -g vitae -m 700 /var/lib/vitae
USER vitae
ENV VITAE_LISTEN=0.0.0.0:8080
VOLUME /var/lib/vitae
EXPOSE 8080
# bash is part of every Debian; no client is installed for this
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["bash", "-c", \
    "exec 3<>/dev/tcp/127.0.0.1/8080 && printf 'GET /readyz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep -q '^HTTP/1.. 200' <&3"]
STOPSIGNAL SIGTERM
CMD ["vitae", "serve"]
