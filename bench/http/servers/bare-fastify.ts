// Plain Fastify, with one route that sends one buffer: no CORS, no parameters, no ETag.
import Fastify from 'fastify';

const body = Buffer.alloc(Number(process.argv[2]), ' ');
const app = Fastify();
app.get('/api/food', (_request, reply) => {
  reply.type('application/json').send(body);
});
process.send?.(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port));
