import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './privacy.messages.en.ts'

export const messages: Translated<typeof en> = {
  title: 'Política de privacidad',
  description: 'Qué sabemos de ti, por qué, durante cuánto tiempo, quién más lo ve y qué puedes decidir.',
  effective: 'En vigor desde el {date}',
  contents: 'En esta política',
  sections: [
    {
      id: 'collection',
      title: 'Información que recopilamos',
      paragraphs: [
        '{company} («nosotros») gestiona {site} y es responsable de tus datos en el sitio. Puedes visitarlo sin decirnos quién eres.',
        'Si tienes una cuenta, guardamos tu nombre, nombre de usuario, dirección de correo, idioma y color de avatar, la fecha en que te registraste y tu contraseña en forma de hash, del que no se puede recuperar. Si inicias sesión con Google, recibimos el identificador de tu cuenta de Google, tu nombre y tu dirección de correo confirmada en lugar de una contraseña.',
        'Guardamos lo que decides darnos: los prompts que guardas y valoras, y tus hilos, comentarios, votos y denuncias del foro. Si te suscribes, guardamos tu plan, sus fechas y una lista de tus pagos; los datos de la tarjeta se quedan en Stripe.',
        'Cuando usas el sitio, nuestros servidores tratan tu dirección IP y tu navegador el tiempo necesario para responder y para protegernos de abusos. Contamos en total cuántas veces al día se abren las categorías y se copian los prompts, sin relacionarlo contigo.',
        'Usamos una sola cookie, lang, que recuerda tu idioma durante un año. El almacenamiento de tu navegador guarda tu inicio de sesión, tu tema, si quieres ver solo contenido gratuito, los últimos prompts que viste, lo que escribes en sus huecos y en los pipelines, y lo último que buscaste; lo que es personal se borra al cerrar sesión. Si la sesión termina por sí sola, los textos que aún no has enviado se guardan hasta 30 días, para la próxima vez que la inicies. Nada de esto se usa para publicidad y no hay analítica de otras empresas.',
      ],
    },
    {
      id: 'use',
      title: 'Cómo usamos la información',
      paragraphs: [
        'Usamos tus datos para gestionar el sitio y tu cuenta, para darte acceso a lo que incluye tu plan, para cobrarte, para enviarte los correos que esto requiere (como confirmaciones, cambios de contraseña y avisos de pago), para moderar el foro, para responder a tus preguntas, para frenar abusos y para cumplir obligaciones legales.',
        'Las bases legales son nuestro contrato contigo, nuestro interés legítimo en un sitio seguro que funcione, tu consentimiento cuando lo pedimos y la ley. No tomamos decisiones con efectos jurídicos solo por medios automatizados y no usamos tu contenido para entrenar modelos de lenguaje.',
      ],
    },
    {
      id: 'sharing',
      title: 'Con quién la compartimos',
      paragraphs: [
        'No vendemos tus datos. Los compartimos con empresas que trabajan para nosotros por contrato: alojamiento, envío de correo y Stripe para los pagos. Google participa cuando eliges iniciar sesión con Google.',
        'Lo que publicas en el foro es público, junto con tu nombre de usuario. Las autoridades reciben datos solo cuando la ley nos obliga. Si el negocio se transfiere, los datos se transfieren con él conforme a esta política, y te avisaremos antes.',
      ],
    },
    {
      id: 'security',
      title: 'Seguridad',
      paragraphs: [
        'Las conexiones van cifradas. Las contraseñas se guardan como hashes argon2id, los tokens de sesión como hashes, y el acceso a nuestros sistemas se limita a quienes lo necesitan. Ningún sistema es totalmente seguro: si una brecha te pone en riesgo, te avisaremos a ti y a las autoridades como exige la ley.',
      ],
    },
    {
      id: 'retention',
      title: 'Conservación',
      paragraphs: [
        'Conservamos los datos de tu cuenta mientras exista. Cuando la eliminas se borran tus datos, salvo los registros que la ley nos obliga a conservar, como las facturas, y las aportaciones al foro, que quedan sin tu nombre.',
        'Los datos de uso se conservan hasta 2 años. Los registros del servidor no contienen direcciones y se eliminan a los 30 días.',
      ],
    },
    {
      id: 'rights',
      title: 'Tus derechos',
      paragraphs: [
        'Puedes ver, corregir y descargar tus datos y eliminar tu cuenta en tu perfil. Vivas donde vivas, también puedes pedirnos acceso, corrección, eliminación, limitación o una copia que puedas llevarte, y oponerte a un uso o retirar tu consentimiento.',
        'Escribe a {email}; respondemos en un plazo de 30 días. También puedes reclamar ante la autoridad de protección de datos del lugar donde vives.',
      ],
    },
    {
      id: 'children',
      title: 'Menores de 18 años',
      paragraphs: [
        '{site} es para personas adultas. No recopilamos a sabiendas datos de menores de 18 años. Si crees que un menor ha abierto una cuenta, avísanos y la eliminamos.',
      ],
    },
    {
      id: 'transfers',
      title: 'Transferencias internacionales',
      paragraphs: [
        'Nosotros y las empresas que trabajan para nosotros tratamos datos en los Estados Unidos y en la Unión Europea. Cuando los datos salen del Espacio Económico Europeo, del Reino Unido o de Suiza, los protegen las cláusulas contractuales tipo de la Comisión Europea o una decisión de adecuación.',
      ],
    },
    {
      id: 'third-party-links',
      title: 'Enlaces de terceros',
      paragraphs: [
        'Algunos enlaces llevan a otros sitios, como los asistentes en los que puedes abrir un prompt o nuestros perfiles en otros lugares. Cuando abres un prompt en un asistente, su texto, con lo que hayas escrito en él, se entrega a esa empresa. Allí se aplican sus propias políticas.',
      ],
    },
    {
      id: 'contact',
      title: 'Contacto',
      paragraphs: [
        'Si tienes preguntas sobre privacidad, escribe a {email} o, por correo postal, a {company}, {address}.',
        'Podemos cambiar esta política. Te avisaremos de los cambios sustanciales con al menos 30 días de antelación, por correo o en el sitio.',
      ],
    },
    {
      id: 'california',
      title: 'Residentes en California',
      paragraphs: [
        'Si vives en California, tienes derecho a saber qué categorías de información personal recopilamos y por qué, a que se corrija o elimine, y a no recibir un trato peor por ejercer estos derechos. Las categorías son las de la sección 1: identificadores, información comercial sobre tu suscripción y actividad en el sitio.',
        'No vendemos ni compartimos información personal en el sentido de la CCPA y la CPRA, y no usamos información personal sensible más allá de lo que el servicio necesita. Puedes ejercer tus derechos por ti o a través de quien autorices por escrito.',
      ],
    },
  ],
}
