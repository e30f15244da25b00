// Words for product titles, which are those of faker's English locale (MIT; a test compares them). To take them from
// there is to load all of it: 290 kB and 9 ms of every start, for three lists.

export const adjectives = words(
  'Awesome Bespoke Electronic Elegant Ergonomic Fantastic Fresh Frozen Generic Gorgeous Handcrafted Handmade ' +
    'Incredible Intelligent Licensed Luxurious Modern Oriental Practical Recycled Refined Rustic Sleek Small Soft ' +
    'Tasty Unbranded',
);

export const materials = words(
  'Aluminum Bamboo Bronze Ceramic Concrete Cotton Gold Granite Marble Metal Plastic Rubber Silk Steel Wooden',
);

export const products = words(
  'Bacon Ball Bike Car Chair Cheese Chicken Chips Computer Fish Gloves Hat Keyboard Mouse Pants Pizza Salad ' +
    'Sausages Shirt Shoes Soap Table Towels Tuna',
);

function words(list: string): readonly string[] {
  return list.split(' ');
}
