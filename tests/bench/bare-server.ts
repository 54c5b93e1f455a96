import fastify from 'fastify'

/** The floor: Fastify alone, answering so many bytes of a type from memory. */
const [bytes, type = ''] = process.argv.slice(2)
const body = Buffer.alloc(Number(bytes), 'x')
const app = fastify()
app.get('/', (_request, reply) => void reply.type(type).send(body))
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
