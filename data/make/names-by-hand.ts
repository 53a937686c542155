// The names of foods that were written out by hand, by NDB number.

/**
 * Names written out by hand: the limit of 60 characters truncated them, or USDA abbreviated them so
 * heavily ("ME JOH, ENF, LAC, LI") that no rule could expand them. They follow the official long
 * names of Standard Reference 28, in the style of the expanded names.
 */
export const NAMES_BY_HAND: Readonly<Record<string, string>> = {
  '03801':
    'Infant formula, NESTLE, GOOD START SUPREME, with iron, liquid concentrate, not reconstituted',
  '03808': 'Infant formula, MEAD JOHNSON, ENFAMIL LIPIL, with iron, powder, with ARA and DHA',
  '03809': 'Infant formula, MEAD JOHNSON, ENFAMIL, low iron, powder, not reconstituted',
  '03812':
    'Infant formula, MEAD JOHNSON, ENFAMIL LIPIL, with iron, liquid concentrate, with ARA and DHA',
  '03814': 'Infant formula, MEAD JOHNSON, ENFAMIL NUTRAMIGEN, with iron, powder, not reconstituted',
  '03815':
    'Infant formula, MEAD JOHNSON, ENFAMIL LIPIL, with iron, ready-to-feed, with ARA and DHA',
  '03816':
    'Infant formula, MEAD JOHNSON, ENFAMIL NUTRAMIGEN, with iron, liquid concentrate, not reconstituted',
  '03818':
    'Infant formula, MEAD JOHNSON, ENFAMIL LIPIL, low iron, liquid concentrate, with ARA and DHA',
  '03821': 'Infant formula, MEAD JOHNSON, PREGESTIMIL, with iron, powder, not reconstituted',
  '03822': 'Infant formula, MEAD JOHNSON, PREGESTIMIL, with iron, prepared from powder',
  '03824':
    'Infant formula, MEAD JOHNSON, PROSOBEE, with iron, liquid concentrate, not reconstituted',
  '03825': 'Infant formula, MEAD JOHNSON, ENFAMIL LIPIL, low iron, ready-to-feed, with ARA and DHA',
  '03826': 'Infant formula, MEAD JOHNSON, ENFAMIL PROSOBEE, with iron, powder, not reconstituted',
  '03827':
    'Infant formula, MEAD JOHNSON, ENFAMIL LACTOFREE LIPIL, with iron, powder, with ARA and DHA',
  '03830':
    'Infant formula, MEAD JOHNSON, ENFAMIL LACTOFREE LIPIL, with iron, liquid concentrate, not reconstituted, with ARA and DHA',
  '03837': 'Infant formula, ABBOTT NUTRITION, SIMILAC, PM 60/40, powder, not reconstituted',
  '03838':
    'Infant formula, MEAD JOHNSON, ENFAMIL NUTRAMIGEN LIPIL, with iron, powder, not reconstituted, with ARA and DHA',
  '03839':
    'Infant formula, ABBOTT NUTRITION, SIMILAC NATURAL CARE ADVANCE, ready-to-feed, with ARA and DHA',
  '03840':
    'Infant formula, ABBOTT NUTRITION, SIMILAC SPECIAL CARE ADVANCE 24, with iron, ready-to-feed, with ARA and DHA',
  '03841': 'Infant formula, ABBOTT NUTRITION, SIMILAC ISOMIL, with iron, ready-to-feed',
  '03842': 'Infant formula, ABBOTT NUTRITION, SIMILAC ISOMIL, with iron, liquid concentrate',
  '03843': 'Infant formula, ABBOTT NUTRITION, SIMILAC ISOMIL, with iron, powder, not reconstituted',
  '03844':
    'Infant formula, MEAD JOHNSON, ENFAMIL NUTRAMIGEN LIPIL, with iron, liquid concentrate, not reconstituted, with ARA and DHA',
  '03845':
    'Infant formula, MEAD JOHNSON, ENFAMIL NUTRAMIGEN LIPIL, with iron, ready-to-feed, with ARA and DHA',
  '03846': 'Infant formula, ABBOTT NUTRITION, SIMILAC ALIMENTUM, with iron, ready-to-feed',
  '03849':
    'Infant formula, MEAD JOHNSON, ENFAMIL ENFACARE LIPIL, with iron, powder, with ARA and DHA',
  '03850': 'Infant formula, ABBOTT NUTRITION, SIMILAC, with iron, ready-to-feed',
  '03851':
    'Infant formula, ABBOTT NUTRITION, SIMILAC, with iron, liquid concentrate, not reconstituted',
  '03852':
    'Infant formula, MEAD JOHNSON, ENFAMIL PROSOBEE LIPIL, with iron, powder, not reconstituted, with ARA and DHA',
  '03853': 'Infant formula, ABBOTT NUTRITION, SIMILAC, with iron, powder, not reconstituted',
  '03854':
    'Infant formula, MEAD JOHNSON, ENFAMIL PROSOBEE LIPIL, liquid concentrate, not reconstituted, with ARA and DHA',
  '03855': 'Infant formula, ABBOTT NUTRITION, SIMILAC, low iron, ready-to-feed',
  '03856':
    'Infant formula, ABBOTT NUTRITION, SIMILAC, low iron, liquid concentrate, not reconstituted',
  '03857':
    'Infant formula, MEAD JOHNSON, PROSOBEE LIPIL, with iron, ready-to-feed, with ARA and DHA',
  '03858': 'Infant formula, ABBOTT NUTRITION, SIMILAC, low iron, powder, not reconstituted',
  '03860': 'Child formula, ABBOTT NUTRITION, PEDIASURE, ready-to-feed',
  '03861': 'Infant formula, MEAD JOHNSON, NEXT STEP PROSOBEE LIPIL, powder, with ARA and DHA',
  '03864':
    'Infant formula, MEAD JOHNSON, NEXT STEP PROSOBEE LIPIL, ready-to-feed, with ARA and DHA',
  '03869': 'Infant formula, MEAD JOHNSON, ENFAMIL LACTOFREE, with iron, powder, not reconstituted',
  '03870': 'Child formula, ABBOTT NUTRITION, PEDIASURE, ready-to-feed, with iron and fiber',
  '03901':
    'Infant formula, NESTLE, GOOD START 2 ESSENTIALS, with iron, liquid concentrate, not reconstituted',
  '03926':
    'Infant formula, NESTLE, GOOD START ESSENTIALS SOY, with iron, liquid concentrate, not reconstituted',
  '03929': 'Infant formula, MEAD JOHNSON, NEXT STEP PROSOBEE, powder, not reconstituted',
  '03930': 'Infant formula, MEAD JOHNSON, NEXT STEP PROSOBEE, prepared from powder',
  '03935':
    'Infant formula, ABBOTT NUTRITION, SIMILAC ALIMENTUM ADVANCE, ready-to-feed, with ARA and DHA',
  '03936': 'Infant formula, PBM PRODUCTS, store brand, ready-to-feed',
  '03937': 'Infant formula, PBM PRODUCTS, store brand, liquid concentrate, not reconstituted',
  '03940': 'Infant formula, PBM PRODUCTS, store brand, soy, liquid concentrate, not reconstituted',
  '03942': 'Infant formula, MEAD JOHNSON, ENFAMIL AR LIPIL, ready-to-feed, with ARA and DHA',
  '03943': 'Infant formula, MEAD JOHNSON, ENFAMIL AR LIPIL, powder, with ARA and DHA',
  '03944': 'Infant formula, ABBOTT NUTRITION, SIMILAC NEOSURE, ready-to-feed, with ARA and DHA',
  '03945': 'Infant formula, ABBOTT NUTRITION, SIMILAC NEOSURE, powder, with ARA and DHA',
  '03946':
    'Infant formula, ABBOTT NUTRITION, SIMILAC SENSITIVE (lactose free), ready-to-feed, with ARA and DHA',
  '03947':
    'Infant formula, ABBOTT NUTRITION, SIMILAC SENSITIVE (lactose free), liquid concentrate, with ARA and DHA',
  '03948':
    'Infant formula, ABBOTT NUTRITION, SIMILAC SENSITIVE (lactose free), powder, with ARA and DHA',
  '03949': 'Infant formula, ABBOTT NUTRITION, SIMILAC ADVANCE, with iron, ready-to-feed',
  '03950':
    'Infant formula, ABBOTT NUTRITION, SIMILAC ADVANCE, with iron, powder, not reconstituted',
  '03951':
    'Infant formula, ABBOTT NUTRITION, SIMILAC ADVANCE, with iron, liquid concentrate, not reconstituted',
  '03952':
    'Infant formula, ABBOTT NUTRITION, SIMILAC ISOMIL ADVANCE, with iron, liquid concentrate',
  '03953': 'Infant formula, ABBOTT NUTRITION, SIMILAC ISOMIL ADVANCE, with iron, ready-to-feed',
  '03954':
    'Infant formula, ABBOTT NUTRITION, SIMILAC ISOMIL ADVANCE, with iron, powder, not reconstituted',
  '03955': 'Infant formula, MEAD JOHNSON, ENFAMIL ENFACARE LIPIL, ready-to-feed, with ARA and DHA',
  '03956': 'Babyfood, yogurt, whole milk, with fruit, multigrain cereal and added DHA fortified',
  '03957':
    'Infant formula, ABBOTT NUTRITION, ALIMENTUM ADVANCE, with iron, powder, not reconstituted, with DHA and ARA',
  '03961':
    'Infant formula, NESTLE, GOOD START SUPREME, with iron, DHA and ARA, prepared from liquid concentrate',
  '03963': 'Infant formula, MEAD JOHNSON, ENFAMIL GENTLEASE LIPIL, with iron, prepared from powder',
  '03967':
    'Toddler formula, MEAD JOHNSON, ENFAGROW PREMIUM (formerly ENFAMIL LIPIL NEXT STEP), powder',
  '03968':
    'Toddler formula, MEAD JOHNSON, ENFAGROW PREMIUM (formerly ENFAMIL LIPIL NEXT STEP), ready-to-feed',
  '03981': 'Infant formula, MEAD JOHNSON, ENFAMIL ENFAGROW GENTLEASE, toddler, ready-to-feed',
  '03982': 'Infant formula, MEAD JOHNSON, ENFAMIL ENFAGROW, soy, toddler, ready-to-feed',
  '03984': 'Infant formula, MEAD JOHNSON, ENFAMIL, premature, 20 calories, ready-to-feed',
  '03985': 'Infant formula, MEAD JOHNSON, ENFAMIL, premature, 24 calories, ready-to-feed',
  '03991': 'Infant formula, ABBOTT NUTRITION, SIMILAC GO AND GROW, ready-to-feed, with ARA and DHA',
  '03992':
    'Infant formula, ABBOTT NUTRITION, SIMILAC EXPERT CARE, diarrhea, ready-to-feed, with ARA and DHA',
  '03993':
    'Infant formula, ABBOTT NUTRITION, SIMILAC, for spit up, ready-to-feed, with ARA and DHA',
  '03998': 'Babyfood, snack, GERBER, GRADUATES, LIL CRUNCHIES, baked whole grain corn snack',
  '03999': 'Infant formula, ABBOTT NUTRITION, SIMILAC, for spit up, powder, with ARA and DHA',
  '07906':
    'Luncheon meat, pork, ham, and chicken, minced, canned, reduced sodium, added ascorbic acid, includes SPAM',
  '08240': "Cereals, oat bran, QUAKER, QUAKER/MOTHER'S Oat Bran, prepared with water, salt",
  '08459': "Cereals ready-to-eat, KELLOGG'S, FROSTED MINI-WHEATS, maple and brown sugar, bite size",
  '08542': "Cereals ready-to-eat, KELLOGG'S, FROSTED MINI-WHEATS, bite size, strawberry delight",
  '08569': 'Cereals, KASHI HEART TO HEART, instant oatmeal, golden brown maple, dry',
  '08617': "Cereals ready-to-eat, KELLOGG'S, FROSTED MINI-WHEATS, bite size, blueberry muffin",
  '08677':
    "Cereals ready-to-eat, KELLOGG'S, FROSTED MINI-WHEATS, touch of fruit in the middle, raspberry",
  '08708':
    "Cereals ready-to-eat, KELLOGG'S, FROSTED MINI-WHEATS, touch of fruit in the middle, raisin",
  '09528':
    'Ruby red grapefruit juice blend (grapefruit, grape, apple), OCEAN SPRAY, bottled, with added vitamin C',
  '12136': 'Nuts, mixed nuts, dry roasted, with peanuts, salt added, PLANTERS pistachio blend',
  '14026':
    'Beverages, THE COCA-COLA COMPANY, NOS Zero, energy drink, sugar-free with guarana, fortified with vitamins B6 and B12',
  '14030':
    'Beverages, THE COCA-COLA COMPANY, NOS energy drink, original, grape, loaded cherry, charged citrus, fortified with vitamins B6 and B12',
  '14055': 'Beverages, UNILEVER, SLIMFAST Shake Mix, high protein, whey powder, 3-2-1 Plan',
  '14075':
    'Beverages, GEROLSTEINER BRUNNEN GmbH & Co. KG, GEROLSTEINER naturally sparkling mineral water',
  '14082':
    'Beverages, GEROLSTEINER BRUNNEN GmbH & Co. KG, GEROLSTEINER naturally sparkling mineral water, bottled',
  '14093': 'Beverages, THE COCA-COLA COMPANY, GLACEAU VITAMIN WATER, REVIVE fruit punch, fortified',
  '14227': 'Beverages, OCEAN SPRAY, white cranberry strawberry flavored juice drink',
  '14631': 'Beverages, horchata, dry mix, unprepared, variety of brands, all with morro seeds',
  '16596': 'MORNINGSTAR FARMS GRILLERS quarter pound veggie burger, frozen, unprepared',
  '16613':
    'MORNINGSTAR FARMS breakfast sandwich, sausage, egg and cheese, English muffin, frozen, unprepared',
  '16614':
    'MORNINGSTAR FARMS breakfast sandwich, scramble and cheese, English muffin, frozen, unprepared',
  '18258': 'Muffins, English, plain, enriched, with calcium propionate (includes sourdough)',
  '18479': "Toaster pastries, KELLOGG, KELLOGG'S POP TARTS, frosted brown sugar cinnamon",
  '18482': "Toaster pastries, KELLOGG, KELLOGG'S POP TARTS, frosted chocolate fudge",
  '18494': "Toaster pastries, KELLOGG, KELLOGG'S LOW FAT POP TARTS, frosted brown sugar cinnamon",
  '18497': "Toaster pastries, KELLOGG, KELLOGG'S LOW FAT POP TARTS, frosted strawberry",
  '18603': 'GEORGE WESTON BAKERIES, BROWNBERRY sage and onion stuffing mix, dry',
  '18612': 'McKEE BAKING, LITTLE DEBBIE NUTTY BARS, wafers with peanut butter, chocolate covered',
  '19139': "Baking chocolate, MARS SNACKFOOD US, M&M'S semisweet chocolate mini baking bits",
  '19249': "Candies, HERSHEY'S, REESESTICKS crispy wafers, peanut butter, milk chocolate",
  '19252': "Candies, REESE'S FAST BREAK, milk chocolate, peanut butter, soft nougats",
  '19256': 'Candies, MARS SNACKFOOD US, MILKY WAY caramels, milk chocolate covered',
  '19258': 'Candies, MARS SNACKFOOD US, MILKY WAY caramels, dark chocolate covered',
  '19269': 'Snacks, GENERAL MILLS, BETTY CROCKER FRUIT ROLL UPS, berry flavored, with vitamin C',
  '19306': "Candies, MARS SNACKFOOD US, POP'ABLES SNICKERS bite size candies",
  '19307': "Candies, MARS SNACKFOOD US, POP'ABLES MILKY WAY bite size candies",
  '19308': "Candies, MARS SNACKFOOD US, POP'ABLES 3 MUSKETEERS bite size candies",
  '19309': 'Candies, MARS SNACKFOOD US, STARBURST fruit chews, fruit and creme',
  '19327': 'Candies, MARS SNACKFOOD US, COCOAVIA blueberry and almond chocolate bar',
  '19409': 'Frostings, glaze, chocolate, prepared-from-recipe, with butter, NFSMI Recipe No. C-32',
  '19873': 'Frozen novelties, ice type, sugar free, orange, cherry, and grape POPSICLE pops',
  '19874': 'Frozen novelties, KLONDIKE, SLIM-A-BEAR fudge bar, 98% fat free, no sugar added',
  '19890': 'Frozen novelties, KLONDIKE, SLIM-A-BEAR, no sugar added, stickless bar',
  '19905':
    'Candies, chocolate, dark, NFS (45-59% cacao solids 90%; 60-69% cacao solids 5%; 70-85% cacao solids 5%)',
  '19004': 'Snacks, corn-based, extruded, chips, barbecue-flavor',
  '19005': 'Snacks, corn-based, extruded, cones, plain',
  '19009': 'Snacks, cornnuts, plain',
  '21145':
    'School lunch, pizza, BIG DADDY\'S LS 16" 51% whole grain rolled edge cheese pizza, frozen',
  '21146':
    'School lunch, pizza, BIG DADDY\'S LS 16" 51% whole grain rolled edge turkey pepperoni pizza, frozen',
  '21232': "McDONALD'S, FILET-O-FISH",
  '21282': 'DOMINO\'S 14" EXTRAVAGANZZA feast pizza, classic hand-tossed crust',
  '21508': "WENDY'S, crispy chicken sandwich",
  '22535': 'HOT POCKETS, CROISSANT POCKETS chicken, broccoli and cheddar stuffed sandwich, frozen',
  '22966': "CAMPBELL'S, SPAGHETTIOS, with meatballs",
  '22948': 'SUPPER BAKES meal kits, savory pork chops with herb stuffing',
  '25004': 'Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON chewy chocolate peanut bar',
  '25005': 'Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON multigrain crunch bar',
  '25006': 'Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON double chocolate nut bar',
  '25008': 'Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON honey nut oat bar',
  '25010': 'Formulated bar, MARS SNACKFOOD US, COCOAVIA, chocolate almond snack bar',
  '25015':
    'Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON protein performance bar, caramel nut rush',
  '25016': 'Formulated bar, MARS SNACKFOOD US, SNICKERS MARATHON energy bar, all flavors',
  '25018': 'Formulated bar, MARS SNACKFOOD US, COCOAVIA, chocolate blueberry snack bar',
  '25031': 'Formulated bar, ZONE PERFECT Classic Crunch Bar, mixed flavors',
  '25053': 'Snacks, granola bar, GENERAL MILLS, NATURE VALLEY, SWEET & SALTY NUT, peanut',
  '25054': 'Snacks, granola bar, GENERAL MILLS, NATURE VALLEY, with yogurt coating',
  '25055': 'Snacks, granola bar, GENERAL MILLS, NATURE VALLEY, chewy trail mix',
  '27007': "CAMPBELL'S CHUNKY, HEALTHY REQUEST microwavable bowls, chicken noodle soup",
  '27008':
    "CAMPBELL'S CHUNKY, HEALTHY REQUEST microwavable bowls, grilled chicken and sausage gumbo soup",
  '27009': "CAMPBELL'S CHUNKY soups, HEALTHY REQUEST New England clam chowder",
  '27013': "CAMPBELL'S Red and White, chicken barley with mushrooms soup, condensed",
  '27014': "CAMPBELL'S Red and White, Italian style wedding soup, condensed",
  '27017': "CAMPBELL'S Homestyle HEALTHY REQUEST microwavable bowls, Italian wedding soup",
  '27018': "CAMPBELL'S Homestyle HEALTHY REQUEST microwavable bowls, Mexican style tortilla soup",
  '27033': 'PREGO pasta, heart smart - traditional sauce, ready-to-serve',
  '28002': "KELLOGG'S, EGGO, NUTRI-GRAIN frozen fruit pizza, strawberry granola",
  '28077': 'KEEBLER, FUDGE SHOPPE, cheesecake middles, original graham cookies',
  '28096': 'KEEBLER, FUDGE SHOPPE, magic middles fudge filled cookies, original',
  '28098': 'KEEBLER, FUDGE SHOPPE, magic middles fudge filled cookies, peanut butter',
  '28103': 'KEEBLER, GRIPZ, CHIPS DELUXE, rainbow chocolate chip cookies, bite-size',
  '28114': 'KEEBLER, 100 calorie RIGHT BITES, FUDGE SHOPPE, dark chocolate fudge stripes',
  '28115': 'KEEBLER, 100 calorie RIGHT BITES, FUDGE SHOPPE, fudge covered pretzels',
  '28120': 'KEEBLER, 100 calorie RIGHT BITES, FUDGE SHOPPE, mini mints grasshopper',
  '28121': 'KEEBLER, 100 calorie RIGHT BITES, SANDIES shortbread cookies, fudge dipped',
  '28149': 'KEEBLER, TOWN HOUSE, flatbread crisps, sea salt and olive oil crackers',
  '28178': "KELLOGG'S, POP-TARTS, ice cream shoppe frosted hot fudge sundae toaster pastries",
  '28179': "KELLOGG'S, POP-TARTS, ice cream shoppe frosted ice creme sandwich toaster pastries",
  '28180': "KELLOGG'S, POP-TARTS, ice cream shoppe frosted rainbow chip toaster pastries",
  '28181': "KELLOGG'S, POP-TARTS, ice cream shoppe frosted strawberry milkshake toaster pastries",
  '28182': "KELLOGG'S, POP-TARTS, ice cream shoppe frosted vanilla milkshake toaster pastries",
  '28193': "KELLOGG'S, POP-TARTS, YUM-AZING vanilla milkshake toaster pastries",
  '28376': "VAN'S, THE PERFECT 10, crispy six whole grain + four seed baked crackers",
  '33862': 'Infant formula, MEAD JOHNSON, ENFAMIL PREMIUM, newborn, powder',
  '33863': 'Infant formula, MEAD JOHNSON, ENFAMIL PREMIUM LIPIL, infant, powder',
  '33864':
    'Infant formula, MEAD JOHNSON, ENFAMIL PREMIUM LIPIL, infant, liquid concentrate, not reconstituted',
  '33865':
    'Infant formula, MEAD JOHNSON, ENFAMIL PREMIUM, infant, liquid concentrate, not reconstituted',
  '33866': 'Infant formula, MEAD JOHNSON, ENFAMIL ENFAGROW GENTLEASE, toddler, LIPIL, powder',
  '33870': 'Infant formula, MEAD JOHNSON, ENFAMIL ENFAGROW, soy, toddler, LIPIL, powder',
  '33871': 'Infant formula, ABBOTT NUTRITION, SIMILAC GO AND GROW, powder, with ARA and DHA',
  '33873': 'Infant formula, MEAD JOHNSON, ENFAMIL NUTRAMIGEN AA LIPIL, powder, not reconstituted',
  '33874': 'Infant formula, MEAD JOHNSON, ENFAMIL, premature, 20 calories, ready-to-feed, low iron',
  '33875': 'Infant formula, MEAD JOHNSON, ENFAMIL, premature, 24 calories, ready-to-feed, low iron',
  '33879': 'Babyfood, finger snacks, GERBER, GRADUATES, LIL CRUNCHIES, mild cheddar',
};
