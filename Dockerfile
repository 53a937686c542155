# syntax=docker/dockerfile:1
# The service with its bundled foods. Build: docker build -t food-lookup .
# Debian and not Alpine: the Node.js that the repository brings for its build needs glibc.
FROM node:26-bookworm-slim AS build
WORKDIR /build
# The manifests first, so that a change of the code does not install everything again.
COPY package.json package-lock.json .npmrc ./
COPY tools/node/package.json tools/node/
RUN npm ci --no-audit --no-fund
COPY . .
# What is left is what runs: the built code and page, the bundled foods, the libraries they need.
RUN npm run build \
 && rm -rf node_modules \
 && npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:26-bookworm-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    FOOD_THREADS=auto \
    MALLOC_ARENA_MAX=2 \
    PORT=3001
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/dist dist
COPY --from=build /build/data/README.md /build/data/column-names.tsv /build/data/english-words.txt \
     /build/data/everyday-de.tsv /build/data/everyday-fr.tsv /build/data/everyday.tsv \
     /build/data/languages.tsv /build/data/long-tables.tsv /build/data/nutrients.csv \
     /build/data/plausible-amounts.tsv /build/data/synonyms.tsv \
     /build/data/usda-sr28.sqlite /build/data/usda.sqlite data/
# An account of the image without rights or files of its own; nothing is written at run time.
USER node
EXPOSE 3001
# With the settings of the container, so also over TLS, on a socket or on another port.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "dist/cli/main.js", "health"]
# Node.js is the first process and gets SIGTERM itself: a shell or npm in between would not pass it on.
ENTRYPOINT ["node", "--max-semi-space-size=2", "dist/cli/main.js"]
CMD ["serve"]
