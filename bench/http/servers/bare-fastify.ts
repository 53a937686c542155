// Fastify as it comes, with one route that sends one buffer: no CORS, no parameters, no ETag.
import Fastify from 'fastify';
import { reportTo } from '../server-process.ts';

const body = Buffer.alloc(Number(process.env.BODY_BYTES), ' ');
const app = Fastify();
app.get('/api/food', (_request, reply) => {
  reply.type('application/json').send(body);
});
reportTo(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port));
