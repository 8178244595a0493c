"use strict";
// Charts of suites: plain options; what is not said in them follows the page. Labels are drawn, never parsed as HTML.
(() => {
  const options = JSON.parse(document.getElementById("charts").textContent);
  const colours = ["#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7"];
  // From the eighth on colours come again: strokes and symbols tell the series apart.
  const strokes = [["solid", "emptyCircle"], ["dashed", "emptyRect"], ["dotted", "emptyTriangle"], ["dashed", "emptyDiamond"]];
  const apart = (series) => {
    const names = [...new Set(series.map(({ name }) => name).filter(Boolean))];
    return series.map((one) => {
      const turn = Math.floor(names.indexOf(one.name) / colours.length);
      if (turn < 1 || !["line", "scatter"].includes(one.type)) return one;
      const [type, symbol] = strokes[turn % strokes.length];
      return { symbol, ...one, ...(one.type === "line" ? { lineStyle: { type, ...one.lineStyle } } : {}) };
    });
  };
  const colour = (name) => {
    // Variables of the page are light-dark(): what they come to is known to an element only.
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(--${name})`;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  document.querySelector(".plots").hidden = false;
  const charts = options.map((option, nth) => {
    const place = document.getElementById(`chart-${nth}`);
    // Names on the vertical axis need a line each.
    const names = option.yAxis?.data?.length ?? 0;
    place.style.height = `${Math.max(306, 90 + 17 * names)}px`;
    const chart = echarts.init(place, null, { renderer: "svg" });
    const draw = () => {
      const [ink, paper, line] = ["ink", "paper", "line"].map(colour);
      chart.setOption({
        animation: false, color: colours, backgroundColor: "transparent", ...option,
        ...(Array.isArray(option.series) ? { series: apart(option.series) } : {}),
        textStyle: { color: ink, fontFamily: "system-ui, sans-serif", ...option.textStyle },
        tooltip: { ...option.tooltip, renderMode: "richText", confine: true, backgroundColor: paper, borderColor: line, textStyle: { color: ink, fontSize: 12 } },
        ...(option.legend && !Array.isArray(option.legend) ? { legend: { type: "scroll", textStyle: { color: ink }, ...option.legend } } : {}),
      }, true);
    };
    draw();
    return { chart, draw };
  });
  addEventListener("resize", () => charts.forEach(({ chart }) => chart.resize()));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => charts.forEach(({ draw }) => draw()));
})();
