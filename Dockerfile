# syntax=docker/dockerfile:1
# The service with the bundled foods. To build it: docker build -t food-lookup .
# Debian rather than Alpine: the Node.js that `npm ci` installs for the build needs glibc.
FROM node:26-bookworm-slim AS build
WORKDIR /build
# Copy the manifests first, so that a change to the code does not reinstall everything.
COPY package.json package-lock.json .npmrc ./
COPY tools/node tools/node
RUN npm ci --no-audit --no-fund
COPY . .
# Afterward, node_modules has only what runs in production: .npmrc would include the rest.
RUN npm run build \
 && rm -rf node_modules .npmrc \
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
COPY --from=build /build/data/README.md /build/data/alphabets.tsv /build/data/column-names.tsv \
     /build/data/encodings.tsv /build/data/english-words.txt \
     /build/data/everyday-de.tsv /build/data/everyday-fr.tsv /build/data/everyday.tsv \
     /build/data/languages.tsv /build/data/long-tables.tsv /build/data/nutrients.csv \
     /build/data/plain-foods.tsv /build/data/plausible-amounts.tsv /build/data/synonyms.tsv \
     /build/data/usda-sr28.sqlite /build/data/usda.sqlite data/
# An unprivileged account that owns no files here; nothing is written at run time.
USER node
EXPOSE 3001
# Uses the container's settings, so it also works with TLS, a socket or another port.
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "dist/cli/main.js", "health"]
# Node.js is process 1, so it gets SIGTERM: a shell or npm would not pass it on.
ENTRYPOINT ["node", "--max-semi-space-size=2", "dist/cli/main.js"]
CMD ["serve"]
