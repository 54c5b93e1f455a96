import type { Translated } from '#shared/translate.ts'
import type { messages as en } from './messages.en.ts'

export const messages: Translated<typeof en> = {
  motion: {
    pause: 'Pausar el texto en movimiento',
    pause_short: 'Pausar',
    play: 'Reanudar el texto en movimiento',
    play_short: 'Reanudar',
  },
  hero: { copied: 'Copiado', open: 'Abrir el prompt' },
  figures: {
    prompts: { one: 'prompt', other: 'prompts' },
    free: { one: 'de ellos, gratis', other: 'de ellos, gratis' },
    categories: { one: 'categoría', other: 'categorías' },
  },
  models: { one: '{count} prompt', other: '{count} prompts' },
  compare: {
    hurried: 'Escrito con prisas',
    hurried_prompt: 'Escribe un artículo sobre hornear menos pan por la tarde',
    hurried_answer:
      'En el mundo acelerado de hoy, las panaderías se enfrentan a muchos retos. Uno de ellos es saber cuánto pan hornear. En este artículo exploraremos las numerosas ventajas de hornear menos, desde la sostenibilidad hasta el ahorro. Los estudios indican que gran parte del pan acaba en la basura…',
    filled: 'Con los huecos rellenos',
    note: 'La primera respuesta es inventada. La segunda es el comienzo del ejemplo que está en la página del prompt.',
  },
  run: { answer: 'respuesta {step}' },
  per_month: 'al mes',
  /** Shipped sections in order; custom texts replace them. */
  sections: [
    {
      name: 'hero',
      head_title: 'Prompts para modelos de lenguaje, con ejemplos',
      head_description:
        'Una biblioteca de prompts para GPT, Claude, Gemini y otros modelos de lenguaje, cada uno con un ejemplo, organizados según el trabajo que tienes que hacer. Empieza gratis, en español o en inglés.',
      title: 'Di qué necesitas. El prompt ya está escrito.',
      typed: 'Encuentra un prompt para',
      typed_whole:
        'Encuentra un prompt para planificar un artículo, responder a una queja, acortar un correo o explicar una idea difícil.',
      text: 'Cada prompt te dice para qué sirve, para qué modelos está pensado, cómo usarlo, cómo es una respuesta y en qué suele fallar. Rellena tus datos, cópialo y sigue con lo tuyo.',
      action: 'Ver los planes',
      library: 'Explorar la biblioteca',
      note: 'Empieza gratis y sin tarjeta.',
    },
    {
      name: 'problem',
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
    {
      name: 'solution',
      title: 'Una biblioteca en la que puedes confiar',
      text: 'Elige el tipo de trabajo, luego la tarea y luego el prompt. Sabes lo que te llevas antes de copiarlo.',
      models_title: 'Escritos para los modelos que ya usas',
      models_note:
        'Los nombres pertenecen a sus titulares. Cada prompt indica para qué modelos está pensado y, si alguien lo ha probado, cuándo.',
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
          title: 'A la espera de tu valoración',
          text: 'Valora del 1 al 5 lo que uses. Cuando haya valoraciones, podrás filtrar y ordenar por ellas.',
        },
        {
          title: 'En español y en inglés',
          text: 'Páginas y prompts en los dos idiomas. Si un prompt aún no está traducido, su página te lo dice.',
        },
        {
          title: 'Nada que instalar',
          text: 'Pega el prompt en la herramienta que ya usas. Funciona en cualquier sitio donde puedas escribir.',
        },
      ],
    },
    {
      name: 'calls',
      whole: 'Deja de reescribir el mismo prompt. Mira los planes.',
      lines: [
        'Deja de reescribir el mismo prompt.',
        'Ahórrate el primer borrador malo.',
        'Guarda lo que funciona donde puedas encontrarlo.',
        'Dedica tu tiempo a la respuesta.',
      ],
      action: 'Elige tu plan',
    },
    {
      name: 'benefits',
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
          text: 'Comparte el enlace de un prompt y todos los que lo tengan en su plan parten de la misma buena pregunta.',
          chips: ['Soporte', 'Selección', 'Incorporación'],
        },
        {
          title: 'Clases a la medida del grupo',
          text: 'Explicaciones, ejercicios y correcciones al nivel que indiques, con respuestas fáciles de seguir.',
          chips: ['Clases', 'Ejercicios', 'Correcciones'],
        },
        {
          title: 'Trabajos grandes en pasos pequeños',
          text: 'Los pipelines te llevan del encargo al resultado final: cada prompt se apoya en el anterior.',
          chips: ['Pipelines', 'Paso a paso'],
        },
      ],
    },
    {
      name: 'pricing',
      title: 'Planes fáciles de comparar',
      free: 'Empieza con {plan} y quédate el tiempo que quieras.',
      whole: '{plan} te da acceso a toda la biblioteca.',
      recommended: 'Toda la biblioteca',
      free_action: 'Crear una cuenta gratis',
      paid_action: 'Conseguir {plan}',
      paid_account: 'Crear primero una cuenta',
      note: 'Garantía de reembolso de 14 días. Te avisamos de cualquier cambio de precio con 30 días de antelación. Solo para mayores de 18 años.',
    },
    { name: 'questions', title: 'Preguntas frecuentes' },
    {
      name: 'testimonials',
      title: 'Lo que dicen quienes lo usan',
      samples: 'Cómo podría usarse',
      sample: 'Ejemplo inventado',
    },
  ],
}
