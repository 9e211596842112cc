import type { GamesWords } from './games';

export const games: GamesWords = {
  chicago: {
    title: 'Chicago',
    summary: 'Få den bästa pokerhanden och ta sedan sista sticket: först till 52 poäng.',
    options: {
      straight_flush: ['färgstege', 'Poäng för en färgstege'],
      chicago_plus_last: ['Chicago och sista', 'En lyckad Chicago får också sista stickets 5 poäng'],
      buy_stop: ['köpstopp', 'Från den här summan får man inte byta kort'],
      one_up: ['ett kort öppet', 'Den som byter ett enda kort ser det nya och får ta nästa i stället'],
      four_resets: ['fyrtal nollar', 'Ett betalt fyrtal nollställer alla andra'],
      must_chicago: [
        'Chicago krävs',
        'Bara den som har klarat en Chicago (eller har royal straight flush) kan vinna',
      ],
      pause: ['paus', 'Sekunders vila före en ny giv'],
    },
  },
  gomoku: {
    title: 'Gomoku för tre',
    summary: 'Fem egna stenar i rad vinner, och två andra vill samma sak.',
    options: {
      size: ['storlek', 'Brädets linjer åt varje håll'],
      exact_five: ['exakt fem', 'Bara exakt fem i rad vinner, inte sex eller fler'],
      dead_draw: ['tidigt oavgjort', 'Oavgjort så snart ingen kan få fem i rad längre'],
      rotate_first: ['turas om', 'I nästa spel börjar nästa spelare'],
      first: ['börjar', 'Spelaren som börjar'],
    },
  },
  golf: {
    title: 'Sexkortsgolf',
    summary: 'Byt dina sex kort mot lägre; par i en kolumn räknas inte.',
    options: {
      packs: ['lekar', 'Lekar med 52 kort: en räcker för 2 till 4 spelare, två för upp till 8'],
      values: [
        'värden',
        'Vad korten räknas: tvåa −2 och klädda kort 10; eller knekt 11 och dam 12; eller tvåa +2',
      ],
      end_rule: [
        'slut',
        'Rundan slutar när alla kort är uppvända, när en spelares är det, eller en tur för var och en senare',
      ],
      flip_on_discard: ['vänd vid kast', 'Den som kastar ett kort från talongen vänder ett eget dolt kort'],
      first_discard: ['öppet kort', 'Talongens översta kort vänds efter given och börjar kasthögen'],
      steal: ['stöld', 'En tur kan vara en stöld: någon annans öppna kort mot ett eget dolt'],
      rounds: ['rundor', 'Hur många rundor som spelas'],
      peers: [
        'program',
        'Öppet för program från golfens mötesplats: de tar lediga platser, och deras regler gäller',
      ],
    },
  },
  sorry: {
    title: 'Sorry!',
    summary: 'Ett varv runt brädet: dra ett kort, flytta din pjäs och knuffa de andra.',
    options: {
      deck: [
        'kort',
        'Varifrån korten kommer: en lek på 45 som tar slut innan den blandas, eller alla kort lika troliga',
      ],
      four_back: ['fyran bakåt', 'Hur många rutor kortet 4 går bakåt'],
      classic_sorry: [
        'klassiskt Sorry!',
        'Ett Sorry!-kort gäller bara från Start och ställer pjäsen på rutan där den knuffar',
      ],
      must_advance_11: ['elvan framåt', 'Man får passa på en 11:a bara när det inte går att gå 11 framåt'],
      dialect: [
        'dialekt',
        'Numren på slag 9 och 10, och vad en 11:a gör: byter plats eller skickar till Start',
      ],
    },
  },
  onecard: {
    title: 'One Card',
    summary: 'Följ färg eller valör och bli först av med korten, för 2 till 10.',
    options: {
      initial_cards: ['kort från början', 'Hur många kort var och en får'],
      decks: ['lekar', 'Hur många lekar med 52 kort som blandas ihop'],
      rounds: ['rundor', 'Hur många rundor som spelas'],
      may_draw: ['dra fritt', 'Den som kan lägga får dra i stället'],
      play_drawn: ['lägg det dragna', 'Ett kort som just drogs får läggas genast om det passar'],
      redirect: ['skicka vidare', 'Vilka damer och knektar som skickar ett angrepp vidare'],
      queen_skips_2: ['damen som knekt', 'En dam gör som en knekt när två spelar'],
      multi: ['flera kort', 'Flera kort av samma valör får läggas på en gång'],
    },
  },
};
