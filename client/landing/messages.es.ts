import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  title: 'Prompts probados para modelos de lenguaje',
  description:
    'Una biblioteca de prompts probados para GPT, Claude, Gemini y otros modelos de lenguaje, organizados según el trabajo que tienes que hacer. Empieza gratis, en español o en inglés.',
  hero: {
    title: 'Di qué necesitas. El prompt ya está escrito.',
    typed: 'Encuentra un prompt probado para',
    typed_whole:
      'Encuentra un prompt probado para planificar un artículo, responder a una queja, acortar un correo o explicar una idea difícil.',
    text: 'Cada prompt te dice para qué sirve, con qué modelos se ha probado, cómo usarlo y en qué suele fallar. Rellena tus datos, cópialo y sigue con lo tuyo.',
    action: 'Ver los planes',
    library: 'Explorar la biblioteca',
    note: 'Empieza gratis y sin tarjeta.',
  },
  motion: {
    pause: 'Pausar el texto en movimiento',
    pause_short: 'Pausar',
    play: 'Reanudar el texto en movimiento',
    play_short: 'Reanudar',
  },
  picture: {
    label:
      'Páginas de prompts como «Esquema de un artículo extenso»: cada una con sus etiquetas, un texto cuyos huecos se van rellenando y un botón para copiarlo.',
    copy: 'Copiar',
    prompts: [
      {
        task: 'planificar un artículo',
        path: ['Marketing de contenidos', 'Esquemas para artículos de blog'],
        title: 'Esquema de un artículo extenso',
        tags: ['Corto', 'ChatGPT', 'Claude', 'Gemini'],
        text: [
          'Actúa como editor de reportajes. Planifica un artículo de unas ',
          'Extensión',
          ' sobre ',
          'Tema',
          ' para ',
          'Lector',
          '.\n\nDame:\n1. La tesis central en una frase.\n2. De cinco a siete secciones. Para cada una: un título provisional y la idea que demuestra.',
        ],
        values: ['2000 palabras', 'huertos urbanos', 'principiantes'],
      },
      {
        task: 'responder a un cliente enfadado',
        path: ['Atención al cliente', 'Responder mensajes difíciles'],
        title: 'Responde a un cliente enfadado',
        tags: ['Corto', 'Claude', 'Gemini', 'Mistral'],
        text: [
          'Mensaje del cliente:\n',
          'Mensaje',
          '\n\nHechos que comprobé: ',
          'Hechos',
          '\nQué puedo ofrecer: ',
          'Oferta',
          '\n\nEscribe una respuesta de menos de 130 palabras. La primera frase nombra lo que le salió mal.',
        ],
        values: ['La lámpara llegó rota', 'iba sin relleno', 'otra lámpara'],
      },
      {
        task: 'acortar un correo largo',
        path: ['Correo y boletines', 'Resolver correos cotidianos'],
        title: 'Acorta un correo demasiado largo',
        tags: ['Corto', 'Claude', 'Gemini', 'Llama'],
        text: [
          'Reescribe este correo para que se lea en 30 segundos.\n\nDestinatario y relación conmigo: ',
          'Destinatario',
          '\nQué necesito y para cuándo: ',
          'Petición',
          '\n\nPon la petición en las dos primeras líneas. Mantén todas las fechas, importes y nombres.',
        ],
        values: ['mi casero', 'otra caldera en mayo'],
      },
      {
        task: 'explicar una idea difícil',
        path: ['Enseñanza y aprendizaje', 'Explicar y entender ideas'],
        title: 'Explica una idea en tres niveles',
        tags: ['Corto', 'ChatGPT', 'Claude', 'DeepSeek'],
        text: [
          'Explica ',
          'Idea',
          ' tres veces, en 120 palabras cada una:\n\nA. A alguien que nunca oyó hablar de ello, con un ejemplo de ',
          'Campo',
          '.\nB. A alguien que hizo un curso hace años.\nC. A alguien que debe usarlo mañana en el trabajo.',
        ],
        values: ['el interés compuesto', 'la cocina'],
      },
    ],
  },
  problem: {
    title: 'El modelo es bueno. Lo difícil es saber preguntarle.',
    text: 'Casi todas las malas respuestas nacen de un prompt escrito con prisas. Afinarlo lleva varios intentos, y en ellos se va el tiempo que querías ahorrar.',
    points: [
      {
        title: 'Siempre empiezas de cero',
        text: 'Cada tarea empieza con los mismos diez minutos: qué papel, qué formato, qué dejar fuera. Y la semana que viene, vuelta a empezar.',
      },
      {
        title: 'La respuesta suena bien, pero está mal',
        text: 'Sin límites claros, el modelo rellena los huecos con suposiciones. Te das cuenta cuando ya le has enviado el texto a alguien.',
      },
      {
        title: 'Lo que funcionó se pierde',
        text: 'La versión buena está en un chat de marzo, en una nota o en la captura de un compañero. A ver quién la encuentra ahora.',
      },
    ],
  },
  solution: {
    title: 'Una biblioteca en la que puedes confiar',
    text: 'Elige el tipo de trabajo, luego la tarea y luego el prompt. Sabes lo que te llevas antes de copiarlo.',
    models_title: 'Escritos para los modelos que ya usas',
    models_note: 'Los nombres pertenecen a sus titulares. Cada prompt indica con qué modelos se ha probado.',
    features: [
      {
        title: 'Ordenados por tarea',
        text: 'Cada categoría reúne casos de uso y cada caso de uso, prompts. El que buscas está a tres pasos.',
      },
      { title: 'Huecos para rellenar', text: 'Los huecos marcados muestran qué necesita saber de ti cada prompt.' },
      {
        title: 'Problemas conocidos, por escrito',
        text: 'Si un prompt suele fallar en algo, su página te lo dice de antemano.',
      },
      {
        title: 'Valorados por quienes los usan',
        text: 'Valoraciones del 1 al 5 y filtros para ver primero los mejores.',
      },
      {
        title: 'En español y en inglés',
        text: 'Páginas y prompts en los dos idiomas. Si falta una traducción, la página te lo dice.',
      },
      {
        title: 'Nada que instalar',
        text: 'Pega el prompt en la herramienta que ya usas. Funciona en cualquier sitio donde puedas escribir.',
      },
    ],
  },
  calls: {
    whole: 'Deja de reescribir el mismo prompt. Mira los planes.',
    lines: [
      'Deja de reescribir el mismo prompt.',
      'Ahórrate el primer borrador malo.',
      'Guarda lo que funciona donde puedas encontrarlo.',
      'Dedica tu tiempo a la respuesta.',
    ],
    action: 'Elige tu plan',
  },
  benefits: {
    title: 'Cómo te facilita la semana',
    items: [
      {
        title: 'Textos con menos retoques',
        text: 'Prompts que fijan de entrada el público, la extensión y el tono, para que pulas frases en vez de volver a empezar.',
        chips: ['Artículos', 'Correos', 'Fichas de producto'],
      },
      {
        title: 'Análisis que puedes comprobar',
        text: 'Prompts que piden fuentes, supuestos y dudas, y señalan lo que falta por verificar.',
        chips: ['Informes', 'Contratos', 'Investigación'],
      },
      {
        title: 'Código que se explica',
        text: 'Revisiones, pruebas y explicaciones que dicen qué ganas y qué pierdes, no solo cómo arreglarlo.',
        chips: ['Revisión', 'Pruebas', 'Depuración'],
      },
      {
        title: 'Un equipo en sintonía',
        text: 'Comparte el enlace de un prompt y todos parten de la misma buena pregunta.',
        chips: ['Soporte', 'Selección', 'Incorporación'],
      },
      {
        title: 'Clases a la medida del grupo',
        text: 'Explicaciones, ejercicios y correcciones al nivel que indiques, con respuestas fáciles de seguir.',
        chips: ['Clases', 'Ejercicios', 'Correcciones'],
      },
      {
        title: 'Trabajos grandes en pasos pequeños',
        text: 'Los pipelines de Premium te llevan del encargo al resultado final: cada prompt se apoya en el anterior.',
        chips: ['Pipelines', 'Premium'],
      },
    ],
  },
  pricing: {
    title: 'Dos planes fáciles de comparar',
    text: 'Empieza con Gratis y quédate el tiempo que quieras. Premium te da acceso a toda la biblioteca.',
    per_month: 'al mes',
    recommended: 'Toda la biblioteca',
    free_action: 'Crear una cuenta gratis',
    premium_action: 'Conseguir Premium',
    premium_account: 'Crear primero una cuenta',
    note: 'Garantía de reembolso de 14 días. Te avisamos de cualquier cambio de precio con 30 días de antelación. Solo para mayores de 18 años.',
  },
  questions_title: 'Preguntas frecuentes',
  testimonials: { title: 'Lo que dicen quienes lo usan', sample: 'Muestra' },
}
