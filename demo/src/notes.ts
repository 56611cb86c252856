import type { DtoAddress } from '@portage/contract/addresses/address';
import type { Locale } from '@portage/contract/locale';
import type { DemoRandom } from './random.ts';

type Notes = Readonly<Record<Locale, readonly string[]>>;

const REQUESTS_AT_HOME: Notes = {
  en: [
    'Buzz, then leave with the concierge.',
    'Side door, please. The front step is being repaired.',
    'Leave behind the planter on the porch.',
    'Baby sleeping, please knock instead of ringing.',
    'Gate code 4471#. Mind the dog, he is friendly.',
    'Call 10 minutes ahead, the elevator must be booked.',
    'It is a surprise gift: please do not say what is inside.',
    'Basement entrance, down the driveway on the left.',
    'Shared entrance with the dentist. Ring twice. If nobody answers, the neighbour on the ground floor (Mrs. Abernathy) has agreed to take parcels until 8 p.m. and will pass them on.',
  ],
  fr: [
    'Sonner à la porte de gauche.',
    'Laisser derrière la jardinière sur le balcon.',
    'Entrée par la ruelle, cour arrière.',
    'Appeler 10 minutes avant d’arriver, s’il vous plaît.',
    'Attention à l’escalier, il est glissant l’hiver.',
    'Bébé dort : frapper doucement, ne pas sonner.',
    'Laisser chez la voisine du rez-de-chaussée si personne ne répond.',
  ],
};

const REQUESTS_AT_WORK: Notes = {
  en: [
    'Receiving dock is on the laneway, open 9 to 4.',
    'Reception on the second floor. Ask for a signature at the desk.',
    'We open at 10. Please do not leave anything outside.',
  ],
  fr: [
    'Le quai de réception ferme à 16 h.',
    'Code de la porte : 2580. Laisser à la réception.',
    'Livrer par l’arrière, la rue est en travaux.',
  ],
};

const FAILURES_AT_HOME: Notes = {
  en: [
    'Nobody answered, buzzer out of order. Notice left at the door.',
    'Recipient asked to come back tomorrow after 5 p.m.',
    'Concierge refused the parcel: the name is not on the list.',
    'Road closed by police, street could not be reached.',
  ],
  fr: [
    'Personne à la maison, avis laissé à la porte.',
    'Le destinataire demande de repasser demain en fin de journée.',
    'Sonnette hors service, aucune réponse au téléphone.',
    'Rue barrée pour travaux, accès impossible.',
  ],
};

const FAILURES_AT_WORK: Notes = {
  en: ['Business closed when the driver arrived.', 'Dock full, asked to come back tomorrow.'],
  fr: ['Commerce fermé à l’arrivée du livreur.', 'Quai occupé, repasser demain.'],
};

const DAMAGES: Notes = {
  en: [
    'Carton crushed at the depot, contents broken. Claim opened.',
    'Box soaked by a burst pipe at the depot. Claim opened.',
  ],
  fr: ['Boîte écrasée pendant le tri, contenu brisé. Réclamation ouverte.'],
};

const GIFT_MESSAGES = [
  'Happy birthday, Nana! Love, the whole crew',
  'Welcome home, you two. May the kettle always be on.',
  'Bonne fête Maman, on t’aime!',
  'Congratulations on the new place!',
  'Thank you for everything this year.',
];

type Place = Pick<DtoAddress, 'province' | 'isBusinessAddress'>;

const languageOf = ({ province }: Place): Locale => (province === 'QC' ? 'fr' : 'en');

export const driverNote = (random: DemoRandom, place: Place): string =>
  random.pick((place.isBusinessAddress ? REQUESTS_AT_WORK : REQUESTS_AT_HOME)[languageOf(place)]);

export const failureNote = (random: DemoRandom, place: Place): string =>
  random.pick((place.isBusinessAddress ? FAILURES_AT_WORK : FAILURES_AT_HOME)[languageOf(place)]);

export const damageNote = (random: DemoRandom, place: Place): string =>
  random.pick(DAMAGES[languageOf(place)]);

export const giftMessage = (random: DemoRandom): string => random.pick(GIFT_MESSAGES);
