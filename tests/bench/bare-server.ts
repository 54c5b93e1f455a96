import fastify from 'fastify'

/** Baseline: Fastify alone sends a number of bytes of a content type. */
const [bytes, type = ''] = process.argv.slice(2)
const body = Buffer.alloc(Number(bytes), 'x')
const app = fastify()
app.get('/', (_request, reply) => void reply.type(type).send(body))
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
