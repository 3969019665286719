// Colours and type of charts. The colours are those of Okabe and Ito, told apart by colour-blind readers; every chart
// also uses shape, fill or place, so that none needs colour alone.

const light = {
  text: '#1c2126', muted: '#5b6670', grid: '#e3e6e9', background: '#ffffff', strong: '#0072b2', weak: '#8a9299', whisker: '#1c2126',
  series: ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#8a9299'],
};
const dark = {
  text: '#e8eaed', muted: '#a2abb3', grid: '#333a41', background: '#15191d', strong: '#56b4e9', weak: '#98a1a9', whisker: '#f2f4f5',
  series: ['#56b4e9', '#e69f00', '#2fc79a', '#e0a0c4', '#f0e442', '#3f97d6', '#ffffff', '#98a1a9'],
};
const shapes = ['circle', 'diamond', 'square', 'triangle-up', 'cross', 'triangle-down', 'triangle-right', 'triangle-left'];

const darkQuery = window.matchMedia('(prefers-color-scheme: dark)');

export const onThemeChange = (run) => darkQuery.addEventListener('change', run);

// What a chart is drawn for: a screen, in its colours, or paper.
export function screenLayout(width) {
  return { width, fontSize: width < 480 ? 11 : 12, colours: darkQuery.matches ? dark : light, shapes, onPaper: false };
}

// 7 pt, which journals ask for at the size of print.
export function paperLayout(width) {
  return { width, fontSize: 9.33, colours: light, shapes, onPaper: true };
}

export function vegaConfig({ colours, fontSize }) {
  const text = { labelColor: colours.text, titleColor: colours.text, labelFontSize: fontSize, titleFontSize: fontSize };
  return {
    background: 'transparent',
    font: 'Helvetica, Arial, "Liberation Sans", sans-serif',
    view: { stroke: null },
    axis: { ...text, titleFontWeight: 'normal', gridColor: colours.grid, domainColor: colours.muted, tickColor: colours.muted },
    legend: { ...text, titleFontWeight: 'normal', orient: 'top', symbolStrokeWidth: 1.5, symbolSize: 70 },
    header: { ...text, titleFontWeight: 'normal', labelFontWeight: 'bold' },
    text: { fill: colours.text, fontSize },
  };
}
