# The server in a small image. It brings no PostgreSQL: DATABASE_URL names one, as docker-compose.yml does.

FROM rust:1.95-slim-bookworm AS build
WORKDIR /build
COPY . .
RUN cargo build --release --locked --bin parchis

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --user-group --no-create-home parchis \
    && install --directory --owner=parchis --group=parchis --mode=0700 /var/lib/parchis
COPY --from=build /build/target/release/parchis /usr/local/bin/parchis
COPY --from=build /build/LICENSE-MIT /build/LICENSE-APACHE /usr/share/doc/parchis/
USER parchis
# The secret key is made here at the first start; without it no running game goes on.
VOLUME /var/lib/parchis
ENV PARCHIS_LISTEN=0.0.0.0:8080 \
    PARCHIS_DATA=/var/lib/parchis
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s --retries=3 CMD ["parchis", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["parchis"]
CMD ["serve"]
