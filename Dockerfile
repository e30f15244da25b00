# The program alone, on a small base: `docker build -t pricing-mock .`
# How to use it: docs/how-to/docker.md. `.ci/container.mjs` runs its commands without Docker.
FROM node:24-alpine AS build
WORKDIR /source
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp
WORKDIR /opt/pricing-mock
# What is removed is for the library, or for parts of @mswjs/data that the program does not load: 55 MB.
RUN echo '{ "private": true }' >package.json \
  && npm install --omit=dev --ignore-scripts --no-audit --no-fund /tmp/pricing-mock-*.tgz \
  && rm -rf node_modules/@faker-js node_modules/@types node_modules/date-fns node_modules/graphql \
    node_modules/lodash node_modules/msw node_modules/tldts node_modules/typescript

FROM node:24-alpine
COPY --from=build /opt/pricing-mock /opt/pricing-mock
# Every address of the container is listened on. Requests have to name the host; `localhost` may have any port, because
# Docker maps ports. Another name, such as that of a service in a compose file, is added to these.
ENV PATH=/opt/pricing-mock/node_modules/.bin:$PATH \
  PRICING_MOCK_HOST=0.0.0.0 \
  PRICING_MOCK_PORT=5300 \
  PRICING_MOCK_ALLOW_HOST=localhost,127.0.0.1
EXPOSE 5300
# Recordings are read from and written to /data/recordings; serving writes nothing.
RUN mkdir -p /data/recordings && chown -R node:node /data
WORKDIR /data
USER node
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --start-interval=1s \
  CMD ["sh", "-c", "exec pricing-mock health http://127.0.0.1:$PRICING_MOCK_PORT"]
ENTRYPOINT ["pricing-mock"]
CMD ["serve"]
